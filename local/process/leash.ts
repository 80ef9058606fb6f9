import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/**
 * Reads `+pid` and `-pid` until its input ends, as it does when the writing process ends, and then kills the processes
 * that are left.
 */
const watch = `
held=' '
while read -r line; do
  pid=\${line#?}
  case $line in
    +*) held="$held$pid " ;;
    -*) held="\${held%% $pid *} \${held#* $pid }" ;;
  esac
done
for pid in $held; do kill -9 "$pid" 2>/dev/null; done`;

let watcher: Writable | undefined;

function startWatcher(): Writable {
  // In a session of its own, as Ctrl-C reaches all of a terminal's processes.
  const child = spawn('/bin/sh', ['-c', watch], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.unref();
  const { stdin } = child;
  // Where there is no shell nothing is held, as before.
  for (const part of [child, stdin]) part.on('error', () => {});
  // A pipe to another process is a socket, and keeps this one alive unless it is told not to.
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return stdin;
}

/** Has a process end with this one, however this one ends: also by `kill -9`. */
export function holdOnLeash<Child extends ChildProcess>(child: Child): Child {
  const { pid } = child;
  if (pid === undefined) return child;
  watcher ??= startWatcher();
  const channel = watcher;
  channel.write(`+${pid}\n`);
  child.once('exit', () => channel.write(`-${pid}\n`));
  return child;
}

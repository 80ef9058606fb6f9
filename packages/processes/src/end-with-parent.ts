import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/**
 * Reads `+pid` and `-pid` until its input closes, as it does when the parent ends, and then kills the remaining
 * processes.
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
  // A separate session, because Ctrl-C signals all processes of a terminal.
  const child = spawn('/bin/sh', ['-c', watch], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.unref();
  const { stdin } = child;
  // Without a shell, no process is watched.
  for (const part of [child, stdin]) part.on('error', () => {});
  // A pipe to another process is a socket and keeps the event loop alive unless unreferenced.
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return stdin;
}

/** Ends a child process with this one, even after `kill -9`. */
export function endWithParent<Child extends ChildProcess>(child: Child): Child {
  const { pid } = child;
  if (pid === undefined) return child;
  watcher ??= startWatcher();
  const channel = watcher;
  channel.write(`+${pid}\n`);
  child.once('exit', () => channel.write(`-${pid}\n`));
  return child;
}

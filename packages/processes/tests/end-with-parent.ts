import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endWithParent } from '../src/end-with-parent.ts';

/** Starts three processes, of which the second one ends, and prints their ids. */
const [first, second, third] = [1, 2, 3].map(() => endWithParent(spawn('sleep', ['1000'])));
second?.kill('SIGKILL');
if (second) await once(second, 'exit');
console.log(JSON.stringify([first?.pid, second?.pid, third?.pid]));
if (process.argv[2] === 'end') process.exit(0);

import { once } from 'node:events';
import { ignoreClosedOutput } from '../../../lib/core/closed-output.ts';

/** A server that writes exceptions down as Next's does, in its server and in its router. Ends with 1 after a hundred. */
let exceptions = 0;
process.on('uncaughtException', (problem) => {
  exceptions += 1;
  if (exceptions === 100) process.exit(1);
  console.error('uncaughtException:', problem);
});
process.on('uncaughtException', (problem) => console.error(problem));
ignoreClosedOutput();

process.stdout.write('listening\n');
await once(process, 'message');
process.stdout.write('a line of the log\n');
for (let line = 0; line < 20; line += 1) console.error('a line of the log', line);
for (let turn = 0; turn < 1000; turn += 1) await new Promise(setImmediate);
process.exit(exceptions === 0 ? 0 : 1);

// Loaded into a server by `node --import`: appends its memory to the file `MEMORY_SAMPLES` every few seconds.
import { appendFileSync } from 'node:fs';

const { MEMORY_SAMPLES, MEMORY_SAMPLES_OF = '' } = process.env;
// A server may have child processes with the same options.
if (MEMORY_SAMPLES && (!MEMORY_SAMPLES_OF || process.argv.includes(MEMORY_SAMPLES_OF))) {
  const note = () => {
    const { rss, heapUsed, external } = process.memoryUsage();
    appendFileSync(MEMORY_SAMPLES, `${JSON.stringify({ at: Date.now(), rss, heap: heapUsed, external })}\n`);
  };
  setInterval(note, 5_000).unref();
}

// Loaded into the shop by `npm run soak`: logs its memory every few seconds.
import { appendFileSync } from 'node:fs';

const { SOAK_SAMPLES } = process.env;
if (SOAK_SAMPLES && process.argv.includes('start')) {
  const note = () => {
    const { rss, heapUsed, external } = process.memoryUsage();
    appendFileSync(SOAK_SAMPLES, `${JSON.stringify({ at: Date.now(), rss, heap: heapUsed, external })}\n`);
  };
  setInterval(note, 5_000).unref();
}

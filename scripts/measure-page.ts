import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { browserOptions } from './browser.ts';

/** Prints the JavaScript that a page loads by itself, in kB of gzip: `node scripts/measure-page.ts <address>`. */
const address = process.argv[2] ?? 'http://localhost:3000/p/fragua-arcana';
const browser = await chromium.launch(browserOptions());
const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
const sizes: Array<Promise<number>> = [];
page.on('response', (response) => {
  if (!new URL(response.url()).pathname.endsWith('.js')) return;
  sizes.push(response.body().then((body) => gzipSync(body).length));
});
await page.goto(address, { waitUntil: 'networkidle' });
const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
console.log(`${address}: ${(total / 1000).toFixed(1)} kB of JavaScript (gzip)`);
await browser.close();

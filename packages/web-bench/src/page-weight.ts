import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type CDPSession, chromium } from 'playwright';
import { type BrowserChoice, phone } from './browser.ts';

export type Weight = { raw: number; gzip: number; brotli: number };

/** Bytes of a response, raw and compressed. */
export async function weigh(url: string): Promise<Weight> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const body = Buffer.from(await response.arrayBuffer());
  return { raw: body.length, gzip: gzipSync(body).length, brotli: brotliCompressSync(body).length };
}

export type Load = { requests: number; bytes: number };

/** Counts the transferred bytes of a page from now on. `data:` addresses are not requests. */
export async function countLoad(session: CDPSession): Promise<Load> {
  const load: Load = { requests: 0, bytes: 0 };
  const asked = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('data:')) asked.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (asked.has(requestId)) load.requests += 1;
    load.bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return load;
}

export type Visit = Load & { scripts: number; shift: number };

/**
 * Measures the first visit of a phone until the network is idle: requests, transferred bytes, and JavaScript compressed
 * with gzip.
 */
export async function visit(url: string, { launch, locale = 'en-US' }: BrowserChoice = {}): Promise<Visit> {
  const browser = await chromium.launch(launch);
  try {
    const context = await browser.newContext({ ...phone, locale });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const load = await countLoad(session);
    const scripts: Array<Promise<number>> = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js'))
        scripts.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as Array<PerformanceEntry & { value: number }>)
          Object.assign(window, { shift: (window as unknown as { shift: number }).shift + entry.value });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
    const sizes = await Promise.all(scripts);
    return { ...load, scripts: sizes.reduce((sum, size) => sum + size, 0), shift };
  } finally {
    await browser.close();
  }
}

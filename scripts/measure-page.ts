import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { browserOptions } from './tools/browser.ts';

/**
 * Prints load times of pages on a slow phone: `npm run measure:phone -- [--shop <address>] [--requests] [<path> …]`,
 * with the shop running. `--requests` lists the loaded resources. Each page starts with an empty cache, as on a first
 * visit.
 */
const bytesPerSecond = 50_000;
const latencyMs = 400;
const cpuSlowdown = 4;
const restMs = 4_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shop: { type: 'string', default: process.env.SITE_URL ?? 'http://localhost:3000' },
    requests: { type: 'boolean', default: false },
  },
});
const paths = positionals.length > 0 ? positionals : ['/p/fragua-arcana', '/', '/plugins'];

type Timings = { paint: number; largest: number; usable: number; shift: number };

/** Runs in the page: records paint and interactivity times, in milliseconds since navigation. */
function watch() {
  const timings: Timings = { paint: 0, largest: 0, usable: 0, shift: 0 };
  Object.assign(window, { timings });
  const observe = (
    type: string,
    take: (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => void,
  ) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as Parameters<typeof take>[0]);
    }).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') timings.paint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    timings.largest = startTime;
  });
  observe('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) timings.shift += value;
  });
  // The buy control: a link is usable once present, a button once enabled.
  const words = /^(?:Comprar|Reservar|Reclamar gratis|Buy|Pre-order|Claim for free)$/;
  const look = () => {
    const found = [...document.querySelectorAll<HTMLElement>('main a[href], main button:not(:disabled)')].some(
      (element) => words.test(element.textContent.trim()) && element.checkVisibility(),
    );
    if (found) timings.usable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function measure(browser: Browser, path: string) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-ES', hasTouch: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const loaded = new Map<string, { url: string; type: string; at: number; bytes: number }>();
  session.on('Network.responseReceived', ({ requestId, response, type, timestamp }) =>
    loaded.set(requestId, { url: response.url, type, at: timestamp, bytes: 0 }),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = loaded.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(watch);
  await page.goto(values.shop + path, { waitUntil: 'networkidle', timeout: 120_000 });
  // A slow processor is busy before it sends the next request.
  await page.waitForTimeout(restMs);
  await page.waitForLoadState('networkidle');
  const timings = await page.evaluate(() => (window as unknown as { timings: Timings }).timings);
  await context.close();
  return { timings, requests: [...loaded.values()] };
}

const seconds = (ms: number) => (ms === 0 ? '—' : `${(ms / 1000).toFixed(1)} s`);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;

const browser = await chromium.launch(browserOptions());
for (const path of paths) {
  const { timings, requests } = await measure(browser, path);
  const size = (kind: (type: string) => boolean) =>
    kilobytes(requests.filter(({ type }) => kind(type)).reduce((sum, { bytes }) => sum + bytes, 0));
  console.log(
    `${path}: first paint ${seconds(timings.paint)}, largest paint ${seconds(timings.largest)}, ` +
      `can buy ${seconds(timings.usable)}, shift ${timings.shift.toFixed(3)}, ${size(() => true)} in all ` +
      `(page ${size((type) => type === 'Document')}, scripts ${size((type) => type === 'Script')}, ` +
      `pictures ${size((type) => type === 'Image')}, fonts ${size((type) => type === 'Font')}, ` +
      `styles ${size((type) => type === 'Stylesheet')}, calls ${size((type) => type === 'Fetch')})`,
  );
  if (!values.requests) continue;
  const first = Math.min(...requests.map(({ at }) => at));
  for (const { url, type, at, bytes } of requests) {
    const { pathname, search } = new URL(url);
    console.log(
      `  ${seconds((at - first) * 1000).padStart(7)} ${kilobytes(bytes).padStart(7)} ${type.padEnd(10)} ${pathname}${search}`,
    );
  }
}
await browser.close();

import type { Browser } from 'playwright';
import { phone } from './browser.ts';

/** Milliseconds since navigation: first and largest paint, and the first moment with a usable control. */
export type Timings = { paint: number; largest: number; usable: number; shift: number };
export type Loaded = { url: string; type: string; at: number; bytes: number };

/** A slow phone: bytes per second, milliseconds per round trip, and the slowdown of its processor. */
export type Slowness = { bytesPerSecond: number; latencyMs: number; cpuSlowdown: number };

/** Slow 3G and a cheap processor. */
const slow: Slowness = { bytesPerSecond: 50_000, latencyMs: 400, cpuSlowdown: 4 };
const restMs = 4_000;

/** Runs in the page: records paint and interactivity times. */
function watch(usable: string) {
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
  if (!usable) return;
  // A link is usable once present, a button once enabled.
  const words = new RegExp(usable);
  const look = () => {
    const found = [...document.querySelectorAll<HTMLElement>('main a[href], main button:not(:disabled)')].some(
      (element) => words.test(element.textContent.trim()) && element.checkVisibility(),
    );
    if (found) timings.usable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * Measures a first visit on a slow phone.
 *
 * @param options.usable text of the link or button in `main` that a visitor wants; `timings.usable` stays 0 without one
 */
export async function visitOnPhone(
  browser: Browser,
  url: string,
  { usable, locale = 'en-US', slowness = slow }: { usable?: RegExp; locale?: string; slowness?: Slowness } = {},
): Promise<{ timings: Timings; requests: Loaded[] }> {
  const context = await browser.newContext({ ...phone, locale });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const loaded = new Map<string, Loaded>();
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
    latency: slowness.latencyMs,
    downloadThroughput: slowness.bytesPerSecond,
    uploadThroughput: slowness.bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness.cpuSlowdown });
  await page.addInitScript(watch, usable?.source ?? '');
  await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 });
  // A slow processor is busy before it sends the next request.
  await page.waitForTimeout(restMs);
  await page.waitForLoadState('networkidle');
  const timings = await page.evaluate(() => (window as unknown as { timings: Timings }).timings);
  await context.close();
  return { timings, requests: [...loaded.values()] };
}

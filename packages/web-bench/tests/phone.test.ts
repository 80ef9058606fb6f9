import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { visit } from '../src/page-weight.ts';
import { visitOnPhone } from '../src/phone.ts';

// Debian's Chromium, if installed, else Playwright's.
const installed = '/usr/bin/chromium';
const launch = existsSync(installed) ? { executablePath: installed, args: ['--no-sandbox'] } : {};

const script = `document.querySelector('button').disabled = false; // ${'x'.repeat(20_000)}`;
const html = `<!doctype html><title>Page</title><link rel="icon" href="data:,">
  <main><h1>Hello</h1><button disabled>Buy now</button></main><script src="/late.js"></script>`;
const server = createServer((request, response) => {
  const isScript = request.url === '/late.js';
  response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' }).end(isScript ? script : html);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const browser = await chromium.launch(launch);
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

test('a slow phone paints after a round trip, and a control is usable once enabled', async () => {
  const slowness = { bytesPerSecond: 50_000, latencyMs: 300, cpuSlowdown: 1 };
  const { timings, requests } = await visitOnPhone(browser, url, { usable: /^Buy now$/, slowness });
  expect(timings.paint).toBeGreaterThanOrEqual(300);
  expect(timings.usable).toBeGreaterThanOrEqual(600);
  expect(requests.map(({ type }) => type)).toEqual(['Document', 'Script']);
  expect((await visitOnPhone(browser, url, { usable: /^Sell$/, slowness })).timings.usable).toBe(0);
}, 60_000);

test('a visit counts requests, bytes and scripts', async () => {
  const { requests, bytes, scripts, shift } = await visit(url, { launch });
  expect(requests).toBe(2);
  expect(bytes).toBeGreaterThan(script.length);
  expect(scripts).toBeLessThan(script.length / 10);
  expect(shift).toBe(0);
}, 60_000);

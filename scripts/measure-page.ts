import { readOptions } from '@unstore/processes';
import { visitOnPhone } from '@unstore/web-bench';
import { chromium } from 'playwright';
import { browserOptions } from './tools/browser.ts';

/**
 * Prints load times of pages on a slow phone: `npm run measure:phone -- [--shop <address>] [--requests] [<path> …]`,
 * with the shop running. `--requests` lists the loaded resources. Each page starts with an empty cache, as on a first
 * visit.
 */
const { values, positionals } = readOptions({
  allowPositionals: true,
  options: {
    shop: { type: 'string', default: process.env.SITE_URL ?? 'http://localhost:3000' },
    requests: { type: 'boolean', default: false },
  },
});
const paths = positionals.length > 0 ? positionals : ['/p/fragua-arcana', '/', '/plugins'];

const buyControl = /^(?:Comprar|Reservar|Reclamar gratis|Buy|Pre-order|Claim for free)$/;

const seconds = (ms: number) => (ms === 0 ? '—' : `${(ms / 1000).toFixed(1)} s`);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;

const browser = await chromium.launch(browserOptions());
for (const path of paths) {
  const { timings, requests } = await visitOnPhone(browser, values.shop + path, {
    usable: buyControl,
    locale: 'es-ES',
  });
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

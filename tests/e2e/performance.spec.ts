import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { test } from './support/test.ts';

const budgetBytes = 166_000;

test('a product page loads at most 166 kB of JavaScript by itself', async ({ page }) => {
  const sizes: Array<Promise<number>> = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js'))
      sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto('/p/fragua-arcana', { waitUntil: 'networkidle' });
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(100_000);
  expect(total).toBeLessThanOrEqual(budgetBytes);
});

test('the public pages are prerendered whole, in both languages', async () => {
  const build = join(import.meta.dirname, '../../.next-e2e');
  const { routes } = JSON.parse(await readFile(join(build, 'prerender-manifest.json'), 'utf8'));
  for (const locale of ['es', 'en']) {
    for (const path of [
      '',
      '/plugins',
      '/series',
      '/dlcs',
      '/events',
      '/trends',
      '/support',
      '/search',
      '/p/fragua-arcana',
      '/account/Forjabit',
    ]) {
      const route = routes[`/${locale}${path}`];
      expect(route, `${locale}${path}`).toBeDefined();
      const meta = await readFile(join(build, `server/app/${locale}${path}.meta`), 'utf8');
      expect(JSON.parse(meta).postponed, `${locale}${path} has no part left to a request`).toBeUndefined();
    }
  }
});

test('a browser never shows an old page of the catalogue without asking', async ({ request }) => {
  for (const path of ['/', '/plugins', '/trends', '/p/fragua-arcana', '/account/Forjabit']) {
    const answer = await request.get(path);
    expect(answer.headers()['cache-control'], path).toBe('public, max-age=0, must-revalidate');
    const again = await request.get(path, { headers: { 'if-none-match': answer.headers().etag ?? '' } });
    expect(again.status(), path).toBe(304);
  }
});

test('nothing on a product page moves while it loads', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Array<PerformanceEntry & { value: number; hadRecentInput: boolean }>) {
        if (!entry.hadRecentInput)
          Object.assign(window, { shift: (window as unknown as { shift: number }).shift + entry.value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/p/fragua-arcana', { waitUntil: 'networkidle' });
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02);
});

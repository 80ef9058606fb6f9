import { expect, type Page } from '@playwright/test';
import { countLoad, type Load } from '@unstore/web-bench/page-weight';
import { giveClub, giveOrder } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

/** Cumulative layout shift of a loading page. */
async function shiftOf(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'networkidle' });
  return page.evaluate(() => (window as unknown as { shift: number }).shift);
}

test('a product page has no layout shift for a guest, a member and an owner', { tag: '@nightly' }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Array<PerformanceEntry & { value: number; hadRecentInput: boolean }>) {
        if (!entry.hadRecentInput)
          Object.assign(window, { shift: (window as unknown as { shift: number }).shift + entry.value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const paths = ['/p/fragua-arcana?edicion=maestra', '/p/titan-lag'];
  for (const path of paths) expect(await shiftOf(page, path), `${path}, guest`).toBeLessThan(0.01);
  const person = await createPerson();
  await giveClub(person);
  await giveOrder(person, 'neon-sur');
  await signIn(page, person);
  for (const path of [...paths, '/p/neon-sur']) expect(await shiftOf(page, path), `${path}, member`).toBeLessThan(0.01);
});

/** Requests and transferred bytes of a first visit until the network is idle. */
async function loadOf(page: Page, path: string): Promise<Load> {
  const load = await countLoad(await page.context().newCDPSession(page));
  await page.goto(path, { waitUntil: 'networkidle' });
  return load;
}

test('a product page loads at most 305 kB and contains the buy link in its HTML', { tag: '@nightly' }, async ({
  page,
  request,
}) => {
  const html = await (await request.get('/p/fragua-arcana')).text();
  expect(html).toMatch(/<a [^>]*href="\/cart\?producto=fragua-arcana"[^>]*>Comprar<\/a>/);
  const { bytes } = await loadOf(page, '/p/fragua-arcana');
  expect(bytes).toBeGreaterThan(150_000);
  expect(bytes).toBeLessThanOrEqual(305_000);
});

test('the checkout renders at most 52 kB of HTML', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page, await createPerson());
  const { length } = await (await page.request.get('/checkout?producto=fragua-arcana')).body();
  expect(length).toBeGreaterThan(20_000);
  expect(length).toBeLessThanOrEqual(52_000);
});

test('a first visit to the home page makes at most 30 requests and loads at most 350 kB', { tag: '@nightly' }, async ({
  page,
}) => {
  const { requests, bytes } = await loadOf(page, '/');
  expect(requests).toBeGreaterThan(10);
  expect(requests).toBeLessThanOrEqual(30);
  expect(bytes).toBeLessThanOrEqual(350_000);
});

test('a link prefetches its page on focus, and not before', {
  tag: '@nightly',
}, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['next-router-prefetch']) asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/plugins', { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);
  const link = page.getByRole('main').getByRole('article').first().getByRole('link');
  const path = await link.getAttribute('href');
  await link.focus();
  await expect.poll(() => asked).toContain(path);
});

import { expect } from '@playwright/test';
import { test } from './support/http.ts';
import { checkStructuredData } from './support/structured-data.ts';

/** Requests at a time. */
const together = 6;

test('the structured data of every sitemap page passes a public validator in both languages', {
  tag: '@nightly',
}, async ({ enter }) => {
  test.setTimeout(300_000);
  const shop = await enter();
  const sitemap = await (await shop.get('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) =>
    (address ?? '').replaceAll('&amp;', '&'),
  );
  expect(addresses.length).toBeGreaterThan(150);
  expect(addresses.filter((address) => address.includes('lng=en'))).toHaveLength(addresses.length / 2);

  const types = new Set<string>();
  const errors: string[] = [];
  for (let at = 0; at < addresses.length; at += together) {
    await Promise.all(
      addresses.slice(at, at + together).map(async (address) => {
        const answer = await shop.get(address);
        // Another test may have withdrawn the product in the meantime.
        if (answer.status() === 404) return;
        const found = await checkStructuredData(await answer.text());
        for (const type of found.types) types.add(type);
        errors.push(...found.errors.map((error) => `${address} ${error}`));
      }),
    );
  }
  expect(errors).toEqual([]);
  const known = [
    'BlogPosting',
    'BreadcrumbList',
    'FAQPage',
    'ItemList',
    'Organization',
    'Product',
    'ProfilePage',
    'WebSite',
  ];
  expect([...types].toSorted()).toEqual(known);
});

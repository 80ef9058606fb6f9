import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { isRequestPage } from '../../lib/gates/pages.ts';
import { test } from './support/http.ts';

test('a nonce in a request header is ignored', async ({ enter }) => {
  const shop = await enter();
  const theirs = { 'content-security-policy': "script-src 'nonce-AAAAAAAAAAAAAAAAAAAAAAAA'" };
  for (const path of ['/login', '/p/no-existe-con-nonce', '/support'])
    expect(await (await shop.get(path, { headers: theirs })).text(), path).not.toContain('AAAAAAAAAAAAAAAAAAAAAAAA');
});

test('a response that is not a page has a policy without scripts', async ({ enter }) => {
  const shop = await enter();
  for (const path of ['/api/me', '/robots.txt', '/sitemap.xml', '/default-avatar.webp', '/auth/confirm']) {
    const headers = (await shop.get(path, { maxRedirects: 0 })).headers();
    expect(headers['content-security-policy'], path).toMatch(/^default-src 'none';/);
    expect(headers['cross-origin-resource-policy'], path).toBe('same-origin');
  }
});

test('every prerendered page is either fully static or has its nonce added per request', async () => {
  const build = join(import.meta.dirname, '../../.next-e2e');
  const { routes } = JSON.parse(await readFile(join(build, 'prerender-manifest.json'), 'utf8'));
  const paths = Object.keys(routes).filter((path) => /^\/(?:es|en)(?:\/|$)/.test(path));
  expect(paths.length).toBeGreaterThan(100);
  for (const path of paths) {
    const file = join(build, `server/app${path}`);
    const { postponed } = JSON.parse(await readFile(`${file}.meta`, 'utf8'));
    const isEmpty = (await readFile(`${file}.html`, 'utf8')) === '';
    const isPerRequest = isRequestPage(encodeURI(path.slice('/es'.length) || '/'));
    expect([path, postponed !== undefined, isEmpty]).toEqual([path, isPerRequest, isPerRequest]);
  }
});

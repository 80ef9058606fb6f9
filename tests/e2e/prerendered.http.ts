import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './support/http.ts';

test('the public pages are fully prerendered in both languages', async () => {
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
      '/ofertas',
      '/support',
      '/search',
      '/legal/terms',
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

test('a browser revalidates a page of the catalogue before each use', async ({ enter }) => {
  const shop = await enter();
  for (const path of ['/', '/plugins', '/trends', '/p/fragua-arcana', '/account/Forjabit']) {
    const answer = await shop.get(path);
    expect(answer.headers()['cache-control'], path).toBe('public, max-age=0, must-revalidate');
    const etag = answer.headers().etag ?? '';
    const again = await shop.get(path, { headers: { 'if-none-match': etag } });
    // Another test may have changed the page in the meantime.
    expect(again.status() === 304 || again.headers().etag !== etag, path).toBe(true);
    expect(etag, path).not.toBe('');
  }
});

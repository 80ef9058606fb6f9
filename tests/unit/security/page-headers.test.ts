import { expect, it } from 'vitest';
import { pageHeaders } from '@/lib/core/security/page-headers.mjs';
import nextConfig from '@/next.config';

const page = (text = '') => `<html lang="es"><body><main>${text}</main></body></html>`;

it('a page for everybody is kept by caches in front for seconds, one for each language', async () => {
  expect(await pageHeaders(page())).toMatchObject({
    vary: 'Cookie, Accept-Language',
    'cdn-cache-control': 'max-age=3, stale-while-revalidate=4',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
});

it('a page of which a section is missing is kept by none of them', async () => {
  const { vary, 'cdn-cache-control': sharing } = await pageHeaders(page(), { isShared: false });
  expect([vary, sharing]).toEqual(['Cookie, Accept-Language', 'no-store']);
});

it('every answer gets the headers of the shop, and a picture runs nothing', async () => {
  const rules = (await nextConfig.headers?.()) ?? [];
  const of = (source: string) => rules.filter((rule) => rule.source === source).flatMap(({ headers }) => headers);
  expect(of('/:path*')).toEqual(
    expect.arrayContaining([
      { key: 'X-Frame-Options', value: 'DENY' },
      { key: 'X-Content-Type-Options', value: 'nosniff' },
    ]),
  );
  const last = { key: 'Content-Security-Policy', value: expect.stringContaining('sandbox') };
  expect(of('/media/:path*').at(-1)).toEqual(last);
});

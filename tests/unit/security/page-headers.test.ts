import { expect, it } from 'vitest';
import { pageHeaders } from '@/lib/core/security/page-headers.mjs';
import nextConfig from '@/next.config';

const page = '<html lang="es"><body><main></main></body></html>';

it('a public page is cached by proxies for seconds, one per language', async () => {
  expect(await pageHeaders(page)).toMatchObject({
    vary: 'Cookie, Accept-Language',
    'cdn-cache-control': 'max-age=3, stale-while-revalidate=4',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
});

it('a page with a missing section is not cached', async () => {
  const { vary, 'cdn-cache-control': sharing } = await pageHeaders(page, { isShared: false });
  expect([vary, sharing]).toEqual(['Cookie, Accept-Language', 'no-store']);
});

it("every response gets the shop's headers, and a picture runs no script", async () => {
  const rules = (await nextConfig.headers?.()) ?? [];
  const headersOf = (source: string) =>
    rules.filter((rule) => rule.source === source).flatMap(({ headers }) => headers);
  expect(headersOf('/:path*')).toContainEqual({ key: 'X-Content-Type-Options', value: 'nosniff' });
  // The frames for other sites have their own policy.
  expect(headersOf('/((?!embed/).*)')).toEqual([{ key: 'X-Frame-Options', value: 'DENY' }]);
  const last = { key: 'Content-Security-Policy', value: expect.stringContaining('sandbox') };
  expect(headersOf('/media/:path*').at(-1)).toEqual(last);
});

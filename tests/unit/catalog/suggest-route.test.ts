import { expect, it, vi } from 'vitest';

vi.mock('@/lib/catalog/suggestions', () => ({ suggest: async () => ({ items: [], groups: [] }) }));
vi.mock('@/lib/core/i18n/server', () => ({ requestLocale: async () => 'es' }));
vi.mock('@/lib/core/limits', () => ({ takeAttempt: async () => 0 }));
vi.mock('@/lib/core/security/visitor', () => ({ clientAddress: () => '192.0.2.1' }));
const { GET } = await import('@/app/api/search/suggest/route');

it('the browser keeps suggestions per language, which is in a cookie', async () => {
  const answer = await GET(new Request('http://shop.test/api/search/suggest?q=torre'));
  expect(answer.headers.get('vary')).toBe('Cookie');
});

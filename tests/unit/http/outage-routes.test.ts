import { expect, test, vi } from 'vitest';
import { ServiceUnavailable } from '@/lib/core/unavailable';

const unanswered = vi.hoisted(() => async () => Promise.reject(new ServiceUnavailable('no answer')));
vi.mock('@/lib/catalog/suggestions', () => ({ suggest: unanswered }));
vi.mock('@/lib/mail/unsubscribe', async (original) => ({ ...(await original<object>()), leaveMails: unanswered }));
vi.mock('@/lib/core/limits', () => ({ takeAttempt: async () => 0 }));
vi.mock('@/lib/core/i18n/server', () => ({ requestLocale: async () => 'es' }));
vi.mock('@/lib/core/security/visitor', () => ({ clientAddress: () => '192.0.2.1' }));

const suggest = await import('@/app/api/search/suggest/route');
const unsubscribe = await import('@/app/api/unsubscribe/route');

const person = '00000000-0000-4000-8000-000000000001';

test.each([
  ['searching', () => suggest.GET(new Request('http://shop/api/search/suggest?q=torre'))],
  [
    'unsubscribing',
    () =>
      unsubscribe.POST(
        new Request(`http://shop/api/unsubscribe?tipo=anuncios&persona=${person}&sello=${'a'.repeat(64)}`, {
          method: 'POST',
        }),
      ),
  ],
])('%s during an outage is answered with 503 and a time to ask again', async (_what, ask) => {
  const response = await ask();
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
});

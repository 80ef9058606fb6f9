import fc from 'fast-check';
import { expect, it } from 'vitest';
import { providerCall, routeName, supabaseCall } from '@/lib/core/telemetry/names';

it.each([
  ['GET', '/rest/v1/rpc/quien_soy', 'rest', 'quien_soy'],
  ['PATCH', '/rest/v1/pagos?id=eq.7', 'rest', 'PATCH pagos'],
  ['POST', '/auth/v1/token?grant_type=password', 'auth', 'POST /token'],
  ['POST', '/auth/v1/factors/4d0ff6f2/verify', 'auth', 'POST /factors'],
  ['POST', '/storage/v1/object/sign/descargas/a/b.zip', 'storage', 'POST /object/sign'],
  ['GET', '/storage/v1/object/public/avatares/4d0ff6f2.webp', 'storage', 'GET /object'],
  ['GET', '/elsewhere', 'other', 'GET'],
])('the span of %s %s is named %s %s', (method, path, service, call) => {
  expect(supabaseCall(method, path)).toEqual({ service, call });
});

it.each([
  ['POST', '/v1/checkout/sessions', 'POST /v1/checkout/sessions'],
  ['GET', '/v1/checkout/sessions/cs_test_a1?expand=x', 'GET /v1/checkout/sessions/*'],
  ['POST', '/v2/checkout/orders/5O190127TN364715T/capture', 'POST /v2/checkout/orders/*/capture'],
  ['GET', '/v1/somebody', 'GET /v1/*'],
])('a provider call %s %s is named %s', (method, path, name) => {
  expect(providerCall(method, path)).toBe(name);
});

it.each([
  ['/[locale]/p/[slug]', '/[locale]/p/[slug]'],
  ['/es/search/qYW5h', '/[locale]/*'],
  ['/en', '/[locale]/*'],
  ['/api/download/[orderId]', '/api/download/[orderId]'],
  ['/api/download/4d0ff6f2', '/api/download/*'],
  ['/media/[...path]', '/media/[...path]'],
])('the route %s is named %s', (route, name) => {
  expect(routeName(route)).toBe(name);
});

it('names of spans contain no id, token or query', () => {
  const id = fc.stringMatching(/^[A-Z0-9]{12,30}$/);
  fc.assert(
    fc.property(
      id,
      fc.constantFrom(
        '/v1/checkout/sessions/',
        '/rest/v1/rpc/x?a=',
        '/storage/v1/object/',
        '/rest/v1/',
        '/es/',
        '/media/',
      ),
      (secret, path) => {
        const names = [
          providerCall('GET', path + secret),
          supabaseCall('GET', path + secret).call,
          routeName(path + secret),
        ];
        expect(names.join()).not.toContain(secret);
      },
    ),
  );
});

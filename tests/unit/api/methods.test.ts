import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onlyMethods } from '@/lib/api/methods';

const root = join(import.meta.dirname, '../../..');
const all = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;
const routes = globSync('app/api/v1/**/route.ts', { cwd: root }).sort();
// The other addresses are those of operations.
const fixed = routes.filter((route) => !route.includes('['));

const methods: Record<string, string> = {
  'app/api/v1/deliveries/ack/route.ts': 'POST, OPTIONS',
  'app/api/v1/deliveries/route.ts': 'GET, OPTIONS',
  'app/api/v1/openapi.json/route.ts': 'GET, HEAD, OPTIONS',
};

test('the fixed addresses of the API are known', () => {
  expect(fixed).toEqual(Object.keys(methods));
});

test.each(fixed)('%s refuses other methods with a problem document', async (route) => {
  const handlers = await import(join(root, route));
  const url = `https://shop.example/${route.slice(4, -9)}`;
  const ask = (method: (typeof all)[number]) => (handlers[method] ?? handlers.GET)(new Request(url, { method }));
  const options: Response = await ask('OPTIONS');
  const allow = options.headers.get('allow');
  expect([options.status, allow]).toEqual([204, methods[route]]);
  for (const method of all.filter((name) => !allow?.split(', ').includes(name))) {
    const refused: Response = await ask(method);
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, allow]);
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(await refused.json()).toMatchObject({ status: 405, code: 'method_not_allowed' });
  }
});

test('HEAD is answered like GET, unless GET changes something', async () => {
  const handlers = await import(join(root, 'app/api/v1/openapi.json/route.ts'));
  const head = new Request('https://shop.example/api/v1/openapi.json', { method: 'HEAD' });
  expect((await handlers.GET(head)).status).toBe(200);
  const change = () => new Response('changed');
  const answer = onlyMethods({ GET: change }, { head: false });
  expect((await answer(head)).status).toBe(405);
});

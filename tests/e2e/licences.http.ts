import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { clientWith, readDescription } from './support/api.ts';
import { actingAs, database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { test } from './support/http.ts';
import { createPerson } from './support/people.ts';
import { reportReversals, sell } from './support/sales.ts';

test('a program activates a licence key, verifies its proof offline, and fails after a refund', async () => {
  const [creator, description] = [await createPerson(), await readDescription()];
  const product = await createProduct({ usuario_id: creator.id });
  await actingAs(creator, (sql) => sql`select ajustar_licencias(${product.id}, true, 1)`);
  const sale = await sell(product);
  const [row] = await database()`select id, clave from licencias where adquisicion_id = ${sale.order}`;
  const api = clientWith(null, description);
  const asked = { license_key: String(row?.clave), product_id: product.id };
  const validate = (body: Partial<typeof asked & { instance: string }> = {}) =>
    api.POST('/licenses/validate', { body: { ...asked, ...body } });
  const activate = (instance: string) => api.POST('/licenses/activate', { body: { ...asked, instance } });

  expect((await validate()).data).toMatchObject({ valid: true, activated: false, proof: null });
  const active = await activate('survival');
  expect(active.data).toMatchObject({
    valid: true,
    activated: true,
    license: { id: row?.id, product_id: product.id, edition_id: null, activations: 1, activation_limit: 1 },
  });
  expect(active.response.headers.get('ratelimit-policy')).toBe('"key";q=60;w=60');
  expect((await activate('lobby')).error?.code).toBe('no_activations_left');

  const keys = createRemoteJWKSet(new URL(`${process.env.SITE_URL}/.well-known/jwks.json`));
  const proof = String(active.data?.proof);
  const options = { issuer: process.env.SITE_URL ?? '', audience: product.id, algorithms: ['EdDSA'] };
  const { payload } = await jwtVerify(proof, keys, options);
  expect(payload).toMatchObject({ sub: row?.id, instance: 'survival' });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(7 * 86_400);
  expect(decodeProtectedHeader(proof)).toMatchObject({ alg: 'EdDSA', kid: expect.any(String) });
  await expect(jwtVerify(proof, keys, { ...options, audience: randomUUID() })).rejects.toThrow();
  const served = await fetch(`${process.env.SITE_URL}/.well-known/jwks.json`);
  expect(await served.text()).not.toContain('"d"');

  // Unknown keys get the same response as revoked ones.
  const wrong = [await validate({ license_key: 'AAAA-BBBB-CCCC-DDDD' }), await validate({ product_id: randomUUID() })];
  const refund = { referencia: `re_${sale.payment}`, estado: 'hecho', centimos: 900, motivo: 'No arranca' };
  await reportReversals(sale, { reembolsos: [refund] });
  wrong.push(await validate({ instance: 'survival' }));
  const invalid = { valid: false, activated: false, license: null, proof: null };
  expect(wrong.map(({ data }) => data)).toEqual(Array(3).fill(invalid));
  expect((await api.POST('/licenses/activate', { body: { ...asked, instance: 'a\nb' } })).error?.code).toBe('invalid');
});

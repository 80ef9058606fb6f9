import { expect } from '@playwright/test';
import { setFaults } from './support/faults.ts';
import { createProduct } from './support/goods.ts';
import { test } from './support/http.ts';

test.afterEach(() => setFaults('everybody'));

test('a failed section shows a message, and the incomplete page is not cached', async ({ enter }) => {
  const [shop, product] = [await enter(), await createProduct()];
  const look = async () => {
    const answer = await shop.get(`/p/${product.slug}`);
    const text = await answer.text();
    return {
      status: answer.status(),
      isThere: text.includes(product.name),
      isPartial: text.includes('Error cargando productos relacionados'),
      shared: answer.headers()['cdn-cache-control'],
      kept: answer.headers()['x-nextjs-cache'],
    };
  };
  // The query of related products contains the slug of the product.
  await setFaults('everybody', { on: 'rest', kind: 'unavailable', containing: `neq.${product.slug}` });
  for (let visit = 0; visit < 2; visit += 1) {
    expect(await look()).toMatchObject({
      status: 200,
      isThere: true,
      isPartial: true,
      shared: 'no-store',
      kept: 'MISS',
    });
  }
  await setFaults('everybody');
  expect(await look()).toMatchObject({ status: 200, isThere: true, isPartial: false });
  await expect.poll(async () => (await look()).kept).toBe('HIT');
  expect(await look()).toMatchObject({ isPartial: false, shared: 'max-age=3, stale-while-revalidate=4' });
});

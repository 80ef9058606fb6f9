import { expect } from '@playwright/test';
import { database } from './support/database.ts';
import { createProduct, giveCoins } from './support/goods.ts';
import { test } from './support/http.ts';
import { openPaymentStep } from './support/payment-step.ts';
import { createPerson } from './support/people.ts';

const priceIn = (html: string) => /Pagar (\d+,\d\d)/.exec(html)?.[1];

test('each sees their own price, balance and name in the game', async ({ enter }) => {
  const { id, slug } = await createProduct();
  const [plain, rich, dear] = [await createPerson(), await createPerson(), await createPerson()];
  await giveCoins(rich, 4321);
  const path = `/checkout?producto=${slug}`;
  expect((await openPaymentStep(await enter(plain), path, plain)).page).not.toContain('4321');
  expect((await openPaymentStep(await enter(rich), path, rich)).page).toContain('4321');
  await database()`update productos set precio = 12 where id = ${id}`;
  expect(priceIn((await openPaymentStep(await enter(dear), path, dear)).page)).toBe('12,00');
});

test('a coupon is asked for each', async ({ enter }) => {
  const { slug } = await createProduct();
  const [one, two] = [await createPerson(), await createPerson()];
  await openPaymentStep(await enter(one), `/checkout?producto=${slug}`, one);
  const answer = await (await enter(two)).get(`/checkout?producto=${slug}&cupon=NINGUNO-${slug.slice(-6)}`);
  expect(await answer.text()).toContain('Cupón no válido o no encontrado');
});

test('what has ended leads where it always has: a session to the login, a ban to its page', async ({ enter }) => {
  const { slug } = await createProduct();
  const [buyer, banned] = [await createPerson(), await createPerson()];
  const path = `/checkout?producto=${slug}`;
  await openPaymentStep(await enter(buyer), path, buyer);
  const shop = await enter(banned);
  await openPaymentStep(shop, path, banned);
  await database()`update usuarios_meta set banned_until = '2999-01-01' where id = ${banned.id}`;
  expect((await shop.get(path, { maxRedirects: 0 })).headers().location).toContain('/ban');
  expect((await (await enter()).get(path, { maxRedirects: 0 })).headers().location).toContain('/login');
});

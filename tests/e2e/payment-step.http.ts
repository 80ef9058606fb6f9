import { expect } from '@playwright/test';
import { database } from './support/database.ts';
import { createProduct, giveCoins } from './support/goods.ts';
import { test } from './support/http.ts';
import { openPaymentStep } from './support/payment-step.ts';
import { createPerson, type Person } from './support/people.ts';

const priceIn = (html: string) => /Pagar (\d+,\d\d)/.exec(html)?.[1];

test('each sees their own price, balance and name in the game', async ({ enter }) => {
  const { id, slug } = await createProduct();
  const path = `/checkout?producto=${slug}`;
  const show = async (person: Person) => (await openPaymentStep(await enter(person), path, person)).page;
  // From the third one on, a page may be another person's.
  for (let number = 0; number < 3; number += 1) expect(priceIn(await show(await createPerson()))).toBe('9,00');
  const rich = await createPerson();
  await giveCoins(rich, 4321);
  expect(await show(rich)).toContain('4321');
  expect(await show(await createPerson())).not.toContain('4321');
  const player = await createPerson();
  await database()`insert into pagos (user_id, destinatario_id, producto_id, metodo, proveedor, estado, total_centimos,
      presupuesto, minecraft_name, clave)
    values (${player.id}, ${player.id}, ${id}, 'tarjeta', 'stripe', 'caducado', 900, '{}', 'jugadora_7', ${player.id})`;
  expect(await show(player)).toContain('value="jugadora_7"');
  expect(await show(await createPerson())).not.toContain('jugadora_7');
  await database()`update productos set precio = 12 where id = ${id}`;
  expect(priceIn(await show(await createPerson()))).toBe('12,00');
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

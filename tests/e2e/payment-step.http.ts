import { expect } from '@playwright/test';
import { database } from './support/database.ts';
import { createProduct, giveCoins } from './support/goods.ts';
import { type Shop, test } from './support/http.ts';
import { createPerson, type Person } from './support/people.ts';

type Buyer = { person: Person; shop: Shop; coins: number; player: string };

async function openStep({ shop, person }: Pick<Buyer, 'shop' | 'person'>, path: string) {
  const answer = await shop.get(path);
  const html = await answer.text();
  const { 'cache-control': control, 'content-security-policy': policy = '', age } = answer.headers();
  expect([answer.status(), age]).toEqual([200, undefined]);
  expect(control).toMatch(/^private.*no-store/);
  const known = /<script type="application\/json" id="known-me">(.*?)<\/script>/.exec(html)?.[1] ?? '{}';
  expect(JSON.parse(known)).toMatchObject({ id: person.id, username: person.username });
  return { html, nonce: /'nonce-([^']+)'/.exec(policy)?.[1] };
}

const namesOf = ({ person, player }: Buyer) => [person.id, person.username, player];

test('concurrent requests of the payment step never return data of another person', async ({ enter }) => {
  const { id, slug } = await createProduct();
  const buyers: Buyer[] = [];
  for (let number = 0; number < 4; number += 1) {
    const person = await createPerson();
    const [coins, player] = [43_210 + number, `jugadora_${number}_${slug.slice(-4)}`];
    await giveCoins(person, coins);
    await database()`insert into pagos (user_id, destinatario_id, producto_id, metodo, proveedor, estado, total_centimos,
        presupuesto, minecraft_name, clave)
      values (${person.id}, ${person.id}, ${id}, 'tarjeta', 'stripe', 'caducado', 900, '{}', ${player}, ${person.id})`;
    buyers.push({ person, shop: await enter(person), coins, player });
  }
  const rounds = Array.from({ length: 3 }, () => buyers).flat();
  const nonces = await Promise.all(
    rounds.map(async (buyer) => {
      const [{ html, nonce }, me] = await Promise.all([
        openStep(buyer, `/checkout?producto=${slug}`),
        buyer.shop.get('/api/me').then(async (answer) => ({ headers: answer.headers(), body: await answer.text() })),
      ]);
      expect(html).toContain(`value="${buyer.player}"`);
      expect(me.headers['cache-control']).toBe('private, no-store');
      expect(JSON.parse(me.body)).toMatchObject({ user: { id: buyer.person.id, uncoins: buyer.coins } });
      const others = buyers.filter((other) => other !== buyer).flatMap(namesOf);
      for (const name of others) for (const text of [html, me.body]) expect(text).not.toContain(name);
      return nonce;
    }),
  );
  expect(new Set(nonces).size).toBe(rounds.length);
});

const priceIn = (html: string) => /Pagar (\d+,\d\d)/.exec(html)?.[1];

test('the payment step shows the current price and balance', async ({ enter }) => {
  const { id, slug } = await createProduct();
  const path = `/checkout?producto=${slug}`;
  const show = async (person: Person) => (await openStep({ shop: await enter(person), person }, path)).html;
  const person = await createPerson();
  expect(priceIn(await show(person))).toBe('9,00');
  await giveCoins(person, 4321);
  expect(await show(person)).toContain('4321');
  await database()`update productos set precio = 12 where id = ${id}`;
  expect(priceIn(await show(person))).toBe('12,00');
});

test('a coupon of the payment step is validated per request, not cached', async ({ enter }) => {
  const { slug } = await createProduct();
  const [one, two] = [await createPerson(), await createPerson()];
  await openStep({ shop: await enter(one), person: one }, `/checkout?producto=${slug}`);
  const answer = await (await enter(two)).get(`/checkout?producto=${slug}&cupon=NINGUNO-${slug.slice(-6)}`);
  expect(await answer.text()).toContain('Cupón no válido o no encontrado');
});

test('the payment step redirects an ended session to the login and a banned person to the ban page', async ({
  enter,
}) => {
  const { slug } = await createProduct();
  const [buyer, banned] = [await createPerson(), await createPerson()];
  const path = `/checkout?producto=${slug}`;
  await openStep({ shop: await enter(buyer), person: buyer }, path);
  const shop = await enter(banned);
  await openStep({ shop, person: banned }, path);
  await database()`update usuarios_meta set banned_until = '2999-01-01' where id = ${banned.id}`;
  expect((await shop.get(path, { maxRedirects: 0 })).headers().location).toContain('/ban');
  expect((await (await enter()).get(path, { maxRedirects: 0 })).headers().location).toContain('/login');
});

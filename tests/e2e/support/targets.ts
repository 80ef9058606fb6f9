import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type postgres from 'postgres';
import { emptyDraft } from '../../../lib/publish/types.ts';
import { callAction } from './actions.ts';
import { startCardPayment, startPayPalPayment } from './buying.ts';
import { actingAs, database } from './database.ts';
import { createProduct, giveClub, giveCoins, giveOrder, type Product } from './goods.ts';
import type { Shop } from './http.ts';
import { runCron } from './job.ts';
import { createPerson, giveApp, type Person } from './people.ts';
import { expectBooks, provider } from './shopping.ts';

/** Another person's objects: a real id for every parameter of an action or route. */
type Theirs = {
  person: Required<Person>;
  factor: string;
  /** A purchase: the shop's payment, Stripe's session, the order in the library. */
  payment: string;
  session: string;
  order: string;
  bought: Product;
  /** An unpaid payment. */
  paypalOrder: string;
  subscription: string;
  clubInvoice: string;
  /** A product in review. */
  product: { id: string; slug: string };
  revision: string;
  /** Identifies the content of the revision in a decision. */
  fingerprint: string;
  review: string;
  report: string;
  /** A request for the money of the purchase. */
  request: string;
  caseId: number;
  withdrawal: string;
  coupon: string;
  /** A game server, and a command that was sent to it as a test. */
  server: string;
  serverTest: string;
  serverCommand: string;
  apiKey: string;
  /** An address for webhooks, and a delivery to it that has failed. */
  hook: string;
  hookDelivery: string;
  /** A banned person. */
  outcast: Person;
};

/** The objects that a session needs to try every action: some to buy, some of its own, and those of somebody else. */
export type Targets = {
  person: Person;
  product: Product;
  /** Creator of the product. */
  creator: string;
  code: string;
  order: string;
  theirs: Theirs;
};

const cover = { url: '/default-cover.webp', width: 720, height: 960, blur: null };

/** A complete draft of a product. */
export const draftOf = (slug: string) => ({
  ...emptyDraft,
  name: 'Prueba',
  slug,
  price: '5',
  category: 'plugin' as const,
  cover,
  downloadLink: 'https://example.org/x.zip',
});

type Enter = (person?: Person) => Promise<Shop>;

async function idOf(query: postgres.PendingQuery<Array<{ id: string }>>): Promise<string> {
  const [row] = await query;
  if (!row) throw new Error('no such row');
  return row.id;
}

/** Creates a person with one of every object that an action or a route takes. */
async function createTheirs(enter: Enter): Promise<Theirs> {
  const sql = database();
  const person = await giveApp(await createPerson());
  const [shop, bought, other] = [await enter(person), await createProduct(), await createProduct()];
  const session = await startCardPayment(shop, bought.slug);
  await provider().stripe.pay(session);
  await expectBooks(person, { payments: ['entregado'], orders: 1, receipts: 1 });
  const paypalOrder = await startPayPalPayment(shop, other.slug);
  await giveClub(person);

  const slug = `prueba-${randomUUID()}`;
  const sent = await callAction(shop, 'sendToReview', null, draftOf(slug));
  if (sent !== 'done') throw new Error(`a draft was not sent: ${sent}`);
  await sql`insert into movimientos_ingresos (usuario_id, centimos, concepto, clave)
    values (${person.id}, 2000, 'ajuste', gen_random_uuid()::text)`;
  await actingAs(person, async (own) => {
    await own`select escribir_resena(${bought.id}, 4, 'Me gusta.')`;
    await own`select abrir_solicitud('tienda', 'reembolso', 'otro', a.id, null, 'No es lo que esperaba.')
      from adquisiciones a where a.producto_id = ${bought.id} and a.user_id = ${person.id}`;
    await own`select reportar('producto', ${bought.id}, 'otro', '')`;
    await own`select probar_servidor((crear_servidor('Survival', 'azlink', 'online', '') ->> 'servidor_id')::uuid)`;
    await own`select pedir_retiro('cobros@paypal.example', 500, gen_random_uuid()::text, ${person.password})`;
  });
  const outcast = await createPerson();
  await sql`update usuarios_meta set banned_until = '2999-01-01' where id = ${outcast.id}`;
  // Runs the person's pending jobs (mails, coins), so that nothing changes later.
  await runCron();
  const waiting = () => sql`select 1 from correos where user_id = ${person.id} and estado = 'pendiente'`;
  await expect.poll(waiting).toHaveLength(0);
  const payment = await idOf(sql`select id from pagos where referencia = ${session}`);
  const [subscription] = await sql`select referencia from suscripciones where user_id = ${person.id}`;
  const [found] = await sql`insert into casos_admin (tipo, clave, datos)
    values ('pago_desconocido', ${randomUUID()}, jsonb_build_object('referencia', ${session}::text)) returning id::int`;
  return {
    person,
    payment,
    session,
    bought,
    paypalOrder,
    outcast,
    factor: await idOf(sql`select id from auth.mfa_factors where user_id = ${person.id}`),
    order: await idOf(sql`select id from adquisiciones where pago_id = ${payment}`),
    subscription: subscription?.referencia,
    clubInvoice: await idOf(sql`select f.id from facturas f join cargos_club c on c.id = f.cargo_club_id
      where c.user_id = ${person.id}`),
    product: { id: await idOf(sql`select id from productos where slug = ${slug}`), slug },
    revision: await idOf(sql`select id from revisiones_producto where autor_id = ${person.id}`),
    fingerprint: await idOf(
      sql`select md5(contenido::text) as id from revisiones_producto where autor_id = ${person.id}`,
    ),
    review: await idOf(sql`select id from resenas where user_id = ${person.id}`),
    request: await idOf(sql`select id from solicitudes where user_id = ${person.id}`),
    report: await idOf(sql`select id from reportes where user_id = ${person.id}`),
    withdrawal: await idOf(sql`select id from withdrawals where usuario_id = ${person.id}`),
    coupon: await idOf(sql`insert into codigos_cupones (codigo, product_id, percent_discount)
      values (${`AJENO${person.username.slice(-8)}`.toUpperCase()}, ${bought.id}, 10) returning id`),
    apiKey: await idOf(sql`insert into llaves_api (usuario_id, nombre, huella, pista, ambitos, caduca_at)
      values (${person.id}, 'CI', sha256(${randomUUID()}::bytea), 'abcd', '{sales:read}', now() + interval '30 days') returning id`),
    hook: await idOf(sql`insert into destinos_webhook (usuario_id, url, temas)
      values (${person.id}, 'https://bot.example/hook', '{payout}') returning id`),
    hookDelivery: await idOf(sql`with suceso as (insert into sucesos_webhook (usuario_id, tipo, clave, datos)
        values (${person.id}, 'webhook.test', 'x', '{}') returning *)
      insert into envios_webhook (destino_id, suceso_id, es_prueba, estado)
      select d.id, s.id, true, 'fallido' from suceso s join destinos_webhook d on d.usuario_id = s.usuario_id
      returning id::text as id`),
    caseId: found?.id,
    server: await idOf(sql`select id from servidores where usuario_id = ${person.id}`),
    serverTest: await idOf(sql`select o.suceso_id::text as id from ordenes_servidor o
      join servidores s on s.id = o.servidor_id where s.usuario_id = ${person.id}`),
    serverCommand: await idOf(sql`select o.id::text as id from ordenes_servidor o
      join servidores s on s.id = o.servidor_id where s.usuario_id = ${person.id}`),
  };
}

/** Creates a product for one euro with a redeem code, coins, an order, and another person's objects. */
export async function createTargets(person: Person, enter: Enter): Promise<Targets> {
  const [product, owned] = [await createProduct({ precio: 1 }), await createProduct()];
  const code = randomUUID().slice(0, 18).toUpperCase();
  await database()`insert into codigos_canjes (codigo, id_producto) values (${code}, ${product.id})`;
  await giveCoins(person, 500);
  const creator = await idOf(database()`select usuario_id as id from productos where id = ${product.id}`);
  return {
    person,
    product,
    creator,
    code,
    order: await giveOrder(person, owned.slug),
    theirs: await createTheirs(enter),
  };
}

import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { consentVersion } from '@/lib/checkout/consent';
import { createBundle, createCoupon, createPayment, createProduct, createUser, giveCoins } from './factories.ts';
import { openShop } from './shop-harness.ts';

// Mocks Next.js's request context: the caller, revalidated tags, and work after the response.
const request = vi.hoisted(() => ({ client: undefined as unknown, stale: [] as string[] }));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => request.client,
  createPublicClient: () => request.client,
}));
vi.mock('next/server', () => ({ after: () => undefined }));
vi.mock('next/cache', () => ({
  revalidateTag: (tag: string) => request.stale.push(tag),
  cacheTag: () => undefined,
  cacheLife: () => undefined,
}));

const { db, payments, clientOf } = await openShop();
const { sql } = db;
const provider = payments.sim;
const { startPayment } = await import('@/lib/checkout/start-payment');
const { readGiftForm } = await import('@/lib/checkout/gifts/form');
const { lastMinecraftName } = await import('@/lib/checkout/server');
const { verifyPayment } = await import('@/lib/payments/verify');
const { carryOutRefund, finishRefunds, refundOrder } = await import('@/lib/payments/refunds');
const { deliverGifts, followGiftLinks } = await import('@/lib/orders/gifts/deliver');
const { getGift, listUndeliveredGifts } = await import('@/lib/orders/gifts/server');

let giver: string;
let friend: string;
let slug: string;
let username: string;

beforeEach(async () => {
  [giver, friend] = [await createUser(sql), await createUser(sql, { display_name: `Martín ${Date.now() % 1e6}` })];
  const producto = await createProduct(sql, { unidades: 1 });
  slug = String((await sql`select slug from productos where id = ${producto}`)[0]?.slug);
  username = String((await sql`select username from usuarios_meta where id = ${friend}`)[0]?.username);
  request.client = clientOf(giver);
  request.stale.length = 0;
});

const inDays = async (days: number) => String((await sql`select (privado.hoy() + ${days}::int)::text as day`)[0]?.day);
const comesDue = () => sql`update regalos set fecha_entrega = privado.hoy() - 1 where user_id = ${giver}`;

type Change = { cupon?: string; intento?: string; destinatario?: null | '*'; minecraftName?: string };

function tryToStart(method: 'tarjeta' | 'paypal', fechaEntrega: string | null, change: Change = {}) {
  const purchase = { producto: slug, edicion: null, bundle: null, cupon: null, destinatario: username };
  const said = {
    minecraftName: null,
    mensaje: 'Para ti',
    fechaEntrega,
    correoRegalo: null,
    consentimiento: consentVersion,
    procedencia: null,
    total: null,
    intento: crypto.randomUUID(),
  };
  const buyer = { id: giver, email: 'ana@gmail.com', locale: 'es' as const };
  return startPayment(buyer, { ...purchase, ...said, ...change }, method);
}

async function start(method: 'tarjeta' | 'paypal', fechaEntrega: string | null, change: Change = {}): Promise<string> {
  const started = await tryToStart(method, fechaEntrega, change);
  if (!started.ok) throw new Error(started.error);
  return started.value.id;
}

const verify = (proveedor: 'stripe' | 'paypal', reference: string) =>
  verifyPayment(clientOf(giver), { userId: giver, locale: 'es', provider: proveedor, reference });
const nameOfFriend = async () =>
  String((await sql`select display_name from usuarios_meta where id = ${friend}`)[0]?.display_name);

test.each(['tarjeta', 'paypal'] as const)('the giver of a gift by %s learns its recipient', async (method) => {
  const reference = await start(method, null);
  if (method === 'tarjeta') await provider.stripe.pay(reference);
  else await provider.paypal.approve(reference);
  const verified = await verify(method === 'tarjeta' ? 'stripe' : 'paypal', reference);
  expect(verified).toMatchObject({ estado: 'entregado', gift: { recipient: await nameOfFriend(), day: null } });
  request.client = clientOf(friend);
  expect(await getGift(verified.paymentId ?? '', 'es')).toMatchObject({
    isMine: true,
    needsName: true,
    message: 'Para ti',
  });
  request.client = clientOf(giver);
  expect(await lastMinecraftName()).toBe('');
});

test.each([
  ['ya_lo_tiene', null],
  ['regalo_en_espera', 20],
] as const)('a gift that was paid in another tab is refused with its state: %s', async (error, days) => {
  const day = days && (await inDays(days));
  await provider.stripe.pay(await start('tarjeta', day));
  expect(await tryToStart('paypal', day ? null : await inDays(20))).toMatchObject({ ok: false, error });
});

test('a scheduled gift is delivered by the job, and takes the last unit when paid', async () => {
  const day = await inDays(20);
  const reference = await start('tarjeta', day);
  await provider.stripe.pay(reference);
  const verified = await verify('stripe', reference);
  expect(verified).toMatchObject({ estado: 'entregado', orderIds: [], gift: { recipient: await nameOfFriend(), day } });
  expect(request.stale).toContain(`product:${slug}`);
  expect(await listUndeliveredGifts('es')).toMatchObject([{ state: 'programado', day, to: await nameOfFriend() }]);
  expect(await deliverGifts()).toBe(0);
  await comesDue();
  expect(await deliverGifts()).toBe(1);
  expect(await deliverGifts()).toBe(0);
  expect(await listUndeliveredGifts('es')).toEqual([]);
  expect(await getGift(verified.paymentId ?? '', 'es')).toMatchObject({
    isMine: false,
    state: 'entregado',
    orders: [],
  });
});

test('an undeliverable gift is refunded at the provider, and other gifts are delivered', async () => {
  const reference = await start('tarjeta', await inDays(20));
  await provider.stripe.pay(reference);
  await verify('stripe', reference);
  await sql`insert into adquisiciones (user_id, producto_id, precio_pagado, minecraft_name)
    select ${friend}, id, 0, 'amigo_mc' from productos where slug = ${slug}`;
  await comesDue();
  expect(await deliverGifts()).toBe(0);
  await finishRefunds();
  expect(await provider.events({ type: 'charge.refunded', id: reference })).toHaveLength(1);
  expect(await listUndeliveredGifts('es')).toMatchObject([{ state: 'cancelado' }]);
  expect(await verify('stripe', reference)).toMatchObject({ reason: 'ya_lo_tiene' });
});

test('the unit of a scheduled gift refunded before its day is available again', async () => {
  const reference = await start('tarjeta', await inDays(20));
  await provider.stripe.pay(reference);
  await verify('stripe', reference);
  await sql`insert into reembolsos (pago_id, motivo, centimos, proveedor)
    select id, 'Se arrepiente', total_centimos, 'stripe' from pagos where referencia = ${reference}`;
  request.stale.length = 0;
  await finishRefunds();
  expect(await sql`select unidades from productos where slug = ${slug}`).toEqual([{ unidades: 1 }]);
  expect(request.stale).toContain(`product:${slug}`);
});

describe('the page of the last unit learns that it is back', () => {
  const units = async () => (await sql`select unidades from productos where slug = ${slug}`)[0]?.unidades;
  const wait = () =>
    sql`update productos set reserva = true, fecha_lanzamiento = privado.hoy() + 9 where slug = ${slug}`;
  const productId = async () => String((await sql`select id from productos where slug = ${slug}`)[0]?.id);

  /** A gift that costs nothing: by link, or for the friend on a day. */
  async function giveFree(day: string | null) {
    const answer = await db.callAs(giver, 'crear_regalo', {
      p_producto: await productId(),
      p_edicion: null,
      p_bundle: null,
      p_metodo: 'tarjeta',
      p_cupon: await createCoupon(sql, await productId(), { percent_discount: 100 }),
      p_destinatario: day ? friend : '00000000-0000-0000-0000-000000000000',
      p_mensaje: null,
      p_fecha_entrega: day,
      p_clave: randomUUID(),
      p_consentimiento: consentVersion,
      p_correo: null,
      p_serie: day ? null : randomUUID(),
      p_huella: day ? null : createHash('sha256').update(randomUUID()).digest('hex'),
    });
    expect(answer).toMatchObject({ ok: true, estado: 'entregado' });
  }

  test('from a reservation by card', async () => {
    await wait();
    const reference = await start('tarjeta', null, { destinatario: null, minecraftName: 'Jugador_1' });
    await provider.stripe.pay(reference);
    expect(await verify('stripe', reference)).toMatchObject({ estado: 'entregado' });
    await sql`insert into reembolsos (pago_id, motivo, centimos, proveedor)
      select id, 'Se arrepiente', total_centimos, 'stripe' from pagos where referencia = ${reference}`;
    request.stale.length = 0;
    await finishRefunds();
    expect([await units(), request.stale]).toEqual([1, [`product:${slug}`]]);
  });

  test('from a reservation for coins', async () => {
    await wait();
    await giveCoins(sql, giver, 1000);
    const paid = await createPayment(db, giver, { producto: await productId(), metodo: 'uncoins' });
    const cancelled = await db.callAs(giver, 'cancelar_compra', { p_pago: paid.pago_id });
    await carryOutRefund(refundOrder.parse(cancelled));
    expect([await units(), request.stale]).toEqual([1, [`product:${slug}`]]);
  });

  test('from a gift that nobody collected', async () => {
    await giveFree(null);
    await sql`update enlaces_regalo set caduca_at = now() - interval '1 minute'`;
    expect(await followGiftLinks()).toBe(1);
    expect([await units(), request.stale]).toEqual([1, [`product:${slug}`]]);
  });

  test('from a gift that could not be delivered', async () => {
    await giveFree(await inDays(20));
    await sql`insert into adquisiciones (user_id, producto_id, precio_pagado, minecraft_name)
      values (${friend}, ${await productId()}, 0, 'amigo_mc')`;
    await comesDue();
    expect(await deliverGifts()).toBe(0);
    expect([await units(), request.stale]).toEqual([1, [`product:${slug}`]]);
  });
});

test('a refunded scheduled gift makes bundles with it available on the pages of their other products', async () => {
  const other = await createProduct(sql);
  const [own] = await sql`select id from productos where slug = ${slug}`;
  const [{ slug: otherSlug } = {}] = await sql`select slug from productos where id = ${other}`;
  await createBundle(sql, [String(own?.id), other]);
  const reference = await start('tarjeta', await inDays(20));
  await provider.stripe.pay(reference);
  await verify('stripe', reference);
  expect(request.stale).toContain(`product:${otherSlug}`);
  await sql`insert into reembolsos (pago_id, motivo, centimos, proveedor)
    select id, 'Se arrepiente', total_centimos, 'stripe' from pagos where referencia = ${reference}`;
  request.stale.length = 0;
  await finishRefunds();
  expect(await sql`select unidades from productos where slug = ${slug}`).toEqual([{ unidades: 1 }]);
  expect(request.stale).toContain(`product:${otherSlug}`);
});

test('a giver who returns without paying finds the message of the gift again', { tags: 'nightly' }, async () => {
  const day = await inDays(20);
  await start('tarjeta', day);
  const recipient = { id: friend, displayName: 'Martín', username, avatarUrl: '' };
  expect(await readGiftForm(giver, recipient)).toMatchObject({
    recipient: 'Martín',
    wish: { message: 'Para ti', day },
  });
  request.client = clientOf(friend);
  expect(await readGiftForm(friend, recipient)).toMatchObject({ wish: { message: '', day: '' } });
});

test('a giver who returns without paying continues the gift despite the held unit', { tags: 'nightly' }, async () => {
  const intento = crypto.randomUUID();
  const left = await start('tarjeta', null, { intento });
  expect(await start('tarjeta', null, { intento })).toBe(left);
  expect(await start('tarjeta', null)).toBe(left);
  const other = await createUser(sql);
  const [otherName] = await sql`select username from usuarios_meta where id = ${other}`;
  username = String(otherName?.username);
  expect(await tryToStart('tarjeta', null)).toMatchObject({ ok: false, error: 'reservado' });
});

test('a single-use coupon stays valid for the gift it was started with, and for no other', async () => {
  const [product] = await sql`update productos set unidades = null where slug = ${slug} returning id`;
  const cupon = await createCoupon(sql, String(product?.id), { usos_por_usuario: 1 });
  const left = await start('tarjeta', null, { cupon });
  expect(await start('tarjeta', null, { cupon })).toBe(left);
  const [other] = await sql`select username from usuarios_meta where id = ${await createUser(sql)}`;
  username = String(other?.username);
  expect(await tryToStart('tarjeta', null, { cupon })).toMatchObject({ ok: false, error: 'cupon_no_valido' });
});

test.each(['heard of', 'unheard'])(
  'starting a paid gift (%s) again reports its recipient',
  { tags: 'nightly' },
  async (news) => {
    await sql`update productos set unidades = null where slug = ${slug}`;
    const intento = crypto.randomUUID();
    const reference = await start('tarjeta', null, { intento });
    await provider.stripe.pay(reference);
    if (news === 'heard of') await verify('stripe', reference);
    expect(await tryToStart('tarjeta', null, { intento })).toMatchObject({ ok: false, error: 'ya_lo_tiene' });
  },
);

test.each(['heard of', 'unheard'])(
  'starting a paid scheduled gift (%s) again waits for it',
  { tags: 'nightly' },
  async (news) => {
    await sql`update productos set unidades = null where slug = ${slug}`;
    const [intento, day] = [crypto.randomUUID(), await inDays(20)];
    const reference = await start('tarjeta', day, { intento });
    await provider.stripe.pay(reference);
    if (news === 'heard of') await verify('stripe', reference);
    expect(await tryToStart('tarjeta', day, { intento })).toMatchObject({ ok: false, error: 'regalo_en_espera' });
  },
);

test.each(['tarjeta', 'paypal'] as const)(
  'starting a paid gift by link (%s) again opens its result',
  async (method) => {
    await sql`update productos set unidades = null where slug = ${slug}`;
    const page = { intento: crypto.randomUUID(), destinatario: '*' } as const;
    const reference = await start(method, null, page);
    if (method === 'tarjeta') await provider.stripe.pay(reference);
    else await provider.paypal.approve(reference);
    await verify(method === 'tarjeta' ? 'stripe' : 'paypal', reference);
    const url = method === 'tarjeta' ? `/success?session_id=${reference}` : `/paypal-success?token=${reference}`;
    expect(await tryToStart(method, null, page)).toEqual({ ok: true, value: { id: reference, url } });
  },
);

test('a gift paid in another tab reports its recipient', { tags: 'nightly' }, async () => {
  await sql`update productos set unidades = null where slug = ${slug}`;
  const reference = await start('tarjeta', null);
  await provider.stripe.pay(reference);
  expect(await tryToStart('paypal', null)).toMatchObject({ ok: false, error: 'ya_lo_tiene' });
});

import { expect, test } from 'vitest';
import { buy, createEdition, createProduct, createUser, refundAll } from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

const link = (user: string, order: string) => db.callAs<Answer>(user, 'enlace_descarga', { p_adquisicion: order });
const state = (user: string, order: string) =>
  db.callAs<string | null>(user, 'estado_descarga', { p_adquisicion: order });

async function bought(product: Record<string, unknown>, edition?: Record<string, unknown>) {
  const user = await createUser(sql);
  const producto = await createProduct(sql, product);
  const edicion = edition && (await createEdition(sql, producto, edition));
  const payment = await buy(db, user, { producto, edicion });
  const [order] = await sql`select id from adquisiciones where pago_id = ${payment.id}`;
  return { user, producto, payment, order: String(order?.id) };
}

type Bought = Awaited<ReturnType<typeof bought>>;

const future = '2999-01-01';
const past = '2020-01-01';
const file = 'descargas/base.zip';

const rules: Array<[string, Record<string, unknown>, Record<string, unknown> | undefined, string]> = [
  ['a file', { download_link: file }, undefined, file],
  ['no file', { download_link: null }, undefined, 'sin_enlace'],
  ['a reservation', { download_link: file, reserva: true }, undefined, 'reserva'],
  [
    'a reservation for a day to come',
    { download_link: file, reserva: true, fecha_lanzamiento: future },
    undefined,
    'reserva',
  ],
  [
    'a reservation whose day has come',
    { download_link: file, reserva: true, fecha_lanzamiento: past },
    undefined,
    file,
  ],
  ['nothing to download', { download_link: file, descargable: false }, undefined, 'no_descargable'],
  [
    'nothing to download before its release',
    { descargable: false, reserva: true, fecha_lanzamiento: future },
    undefined,
    'reserva_por_nombre',
  ],
  [
    'nothing to download after its release',
    { descargable: false, reserva: true, fecha_lanzamiento: past },
    undefined,
    'no_descargable',
  ],
  [
    'nothing to download but the file of the edition',
    { download_link: null, descargable: false },
    { download_link: 'descargas/e.zip' },
    'descargas/e.zip',
  ],
  [
    'nothing to download, and an edition with nothing either',
    { download_link: file, descargable: false },
    {},
    'no_descargable',
  ],
  [
    'nothing to download but the file of an edition that is reserved',
    { descargable: false },
    { download_link: 'descargas/e.zip', reserva: true },
    'reserva',
  ],
  ['an edition with its own file', { download_link: file }, { download_link: 'descargas/e.zip' }, 'descargas/e.zip'],
  ['an edition without a file', { download_link: file }, {}, file],
  ['an edition that is reserved', { download_link: file }, { reserva: true }, 'reserva'],
  [
    'an edition that comes out after the product',
    { download_link: file, fecha_lanzamiento: past },
    { reserva: true, fecha_lanzamiento: future },
    'reserva',
  ],
  [
    'an edition whose own day has come',
    { download_link: file, reserva: true, fecha_lanzamiento: future },
    { reserva: true, fecha_lanzamiento: past },
    file,
  ],
  ['an edition that is out before the product', { download_link: file, reserva: true }, { reserva: false }, file],
];
test.each(rules)('an order of a product with %s', async (_what, product, edition, expected) => {
  const { user, order } = await bought(product, edition);
  const answer = await link(user, order);
  const downloads = (await sql`select descargas from adquisiciones where id = ${order}`)[0]?.descargas;
  if (expected.startsWith('descargas/')) {
    expect(answer).toMatchObject({ ok: true, download_link: expected });
    expect(await state(user, order)).toBe('disponible');
    expect(downloads).toBe(1);
  } else {
    expect(answer).toEqual({ ok: false, error: expected });
    expect(await state(user, order)).toBe(expected);
    expect(downloads).toBe(0);
  }
});

test('an order from before its product became a reservation can still be downloaded', async () => {
  const reserve = { reserva: true, fecha_lanzamiento: future };
  const sold = [await bought({ download_link: file }), await bought({ download_link: file }, {})];
  for (const { producto } of sold) {
    await sql`update productos set ${sql(reserve)} where id = ${producto}`;
    await sql`update ediciones set ${sql(reserve)} where producto_id = ${producto}`;
  }
  for (const { user, order } of sold) {
    expect(await state(user, order)).toBe('disponible');
    expect(await link(user, order)).toMatchObject({ ok: true, download_link: file });
  }
});

test('a released reservation stays released when its product or edition is postponed', async () => {
  const reserve = { reserva: true, fecha_lanzamiento: future };
  const today = { fecha_lanzamiento: new Date().toISOString().slice(0, 10) };
  const [plain, edition, waiting] = [
    await bought({ download_link: file, ...reserve }),
    await bought({ download_link: file }, reserve),
    await bought({ download_link: file, ...reserve }),
  ];
  await sql`update productos set ${sql(today)} where id = ${plain.producto}`;
  await sql`update ediciones set ${sql(today)} where producto_id = ${edition.producto}`;
  for (const { producto } of [plain, edition, waiting]) {
    await sql`update productos set fecha_lanzamiento = ${future}, reserva = true where id = ${producto}`;
    await sql`update ediciones set fecha_lanzamiento = ${future} where producto_id = ${producto}`;
  }
  for (const { user, order } of [plain, edition]) {
    expect(await state(user, order)).toBe('disponible');
    expect(await link(user, order)).toMatchObject({ ok: true, download_link: file });
  }
  expect(await state(waiting.user, waiting.order)).toBe('reserva');
  await db.callService('avisar_reservas');
  const mails = await sql`select user_id from correos where plantilla = 'reserva'
    and user_id in ${sql([plain.user, edition.user, waiting.user])} order by id`;
  expect(mails.map(({ user_id }) => user_id).sort()).toEqual([plain.user, edition.user].sort());
});

test('a download of an edition with its own file follows the release of the edition', async () => {
  const { order } = await bought(
    { descargable: false },
    { download_link: 'descargas/e.zip', reserva: true, fecha_lanzamiento: future },
  );
  const countMails = async () => {
    await db.callService('avisar_reservas');
    return (await sql`select 1 from correos where clave = ${`reserva:${order}`}`).length;
  };
  expect(await countMails()).toBe(0);
  await sql`update ediciones set fecha_lanzamiento = privado.hoy() where id = (
    select edicion_id from adquisiciones where id = ${order})`;
  expect(await countMails()).toBe(1);
});

test('a buyer of a preorder gets one mail on the day of its release, unless it was refunded', async () => {
  const orders = [];
  for (let n = 0; n < 3; n += 1) orders.push(await bought({ reserva: true, fecha_lanzamiento: future }));
  const [early, out, refunded] = orders as [Bought, Bought, Bought];
  await refundAll(db, refunded.payment);
  await sql`update productos set fecha_lanzamiento = privado.hoy() where id in (${out.producto}, ${refunded.producto})`;
  for (let turn = 0; turn < 2; turn += 1) await db.callService('avisar_reservas');
  const mails = await sql`select user_id, datos from correos where plantilla = 'reserva'
    and user_id in ${sql([early.user, out.user, refunded.user])}`;
  expect(mails).toEqual([{ user_id: out.user, datos: { pedido_id: out.order } }]);
  const [bell] = await sql`select datos from notificaciones where tipo = 'reserva' and user_id = ${out.user}`;
  const [product] = await sql`select nombre from productos where id = ${out.producto}`;
  expect(bell?.datos).toMatchObject({ pedido_id: out.order, nombre: product?.nombre });
});

test('a buyer of a preorder that is delivered by name gets the mail of its release, too', async () => {
  const named = { descargable: false, download_link: null };
  const { user, order, producto } = await bought({ ...named, reserva: true, fecha_lanzamiento: future });
  await sql`update productos set fecha_lanzamiento = privado.hoy() where id = ${producto}`;
  await db.callService('avisar_reservas');
  const mails = await sql`select datos from correos where plantilla = 'reserva' and user_id = ${user}`;
  expect(mails).toEqual([{ datos: { pedido_id: order } }]);
});

test('a download is available to its owner only, not even to admins', async () => {
  const { order } = await bought({ download_link: file });
  const admin = await createUser(sql, { role: 'admin' });
  const other = await createUser(sql);
  for (const person of [admin, other]) expect(await link(person, order)).toEqual({ ok: false, error: 'no_existe' });
  expect(await state(other, order)).toBeNull();
  expect(await state(admin, order)).toBe('disponible');
});

test('a download ends with a refund and during a ban', async () => {
  const { user, order, payment } = await bought({ download_link: file });
  await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${user}`;
  expect(await link(user, order)).toEqual({ ok: false, error: 'no_existe' });
  await sql`update usuarios_meta set banned_until = now() - interval '1 day' where id = ${user}`;
  expect(await link(user, order)).toMatchObject({ ok: true });
  await refundAll(db, payment);
  expect(await link(user, order)).toEqual({ ok: false, error: 'revocado' });
});

test('a download stays available after the end of the sale', async () => {
  const { user, order, producto } = await bought({ download_link: file });
  await sql`update productos set status = 'rejected', disponibilidad = false where id = ${producto}`;
  expect(await link(user, order)).toMatchObject({ ok: true, download_link: file });
});

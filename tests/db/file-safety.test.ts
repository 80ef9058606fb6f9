import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  buy,
  createBundle,
  createEdition,
  createPayment,
  createProduct,
  createUser,
  deliver,
  openPayment,
  submission,
} from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

const json = (value: Record<string, unknown>) => sql.json(value as never);
const newSum = () => createHash('sha256').update(randomUUID()).digest('hex');

/** The link of a new file in storage. */
async function stored(creator: string) {
  const name = `${creator}/${randomUUID()}/archivo.jar`;
  await sql`insert into storage.objects (bucket_id, name, metadata) values ('descargas', ${name}, ${json({ size: 9 })})`;
  return `descargas/${name}`;
}

/** A product with a file in storage, and an order of it. */
async function sold() {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const ruta = await stored(creator);
  const product = await createProduct(sql, { usuario_id: creator, download_link: ruta });
  const payment = await buy(db, buyer, { producto: product });
  const [order] = await sql`select id from adquisiciones where pago_id = ${payment.id}`;
  return { creator, buyer, product, ruta, sum: newSum(), order: String(order?.id) };
}

const note = (
  ruta: string,
  sum: string,
  resultado: string,
  hallazgo: string | null = null,
  firmas: string | null = 'v1',
) =>
  db.callService<Answer>('anotar_analisis', {
    p_ruta: ruta,
    p_huella: sum,
    p_resultado: resultado,
    p_hallazgo: hallazgo,
    p_firmas: firmas,
  });
const judge = (sum: string, prohibido: boolean | null, motivo: string | null = 'Roba contraseñas') =>
  db.callService<Answer>('juzgar_archivo', { p_huella: sum, p_prohibido: prohibido, p_motivo: motivo });
const state = (who: string, order: string) => db.callAs(who, 'estado_descarga', { p_adquisicion: order });
const bellOf = async (who: string) =>
  (await sql`select datos from notificaciones where user_id = ${who} and tipo = 'cuarentena' order by id`).map(
    ({ datos }) => [datos.hallazgo, datos.es_suyo],
  );
const waiting = async (firmas: string | null) =>
  (await sql`select archivos_por_analizar(${firmas}, 100000) as ruta`).map(({ ruta }) => ruta);

test('a virus found in a file stops its downloads and notifies its creator and the team once', async () => {
  const [moderator, other] = [await createUser(sql, { role: 'moderador' }), await createUser(sql)];
  const { creator, buyer, ruta, sum, order } = await sold();
  expect(await note(ruta, sum, 'limpio')).toEqual({ ok: true, limpio: true, hallazgo: null });
  expect(await state(buyer, order)).toBe('disponible');
  const link = () => db.callAs<Answer>(buyer, 'enlace_descarga', { p_adquisicion: order });
  expect(await link()).toMatchObject({ ok: true });

  for (let n = 0; n < 2; n++) {
    expect(await note(ruta, sum, 'hallazgo', 'Win.Stealer')).toEqual({
      ok: true,
      limpio: false,
      hallazgo: 'Win.Stealer',
    });
  }
  expect(await state(buyer, order)).toBe('en_cuarentena');
  expect(await link()).toEqual({ ok: false, error: 'en_cuarentena' });
  const read = await db.asUser(buyer, (tx) => tx`select privado.puede_leer('descargas', ${ruta.slice(10)}) as may`);
  expect(read[0]?.may).toBe(false);
  expect(await bellOf(creator)).toEqual([['Win.Stealer', true]]);
  expect(await bellOf(moderator)).toEqual([['Win.Stealer', false]]);
  expect([await bellOf(other), await bellOf(buyer)]).toEqual([[], []]);

  expect(await note(ruta, sum, 'limpio')).toMatchObject({ limpio: true });
  expect(await state(buyer, order)).toBe('disponible');
});

describe('a file in quarantine is not sold', () => {
  const found = (ruta: string) => note(ruta, newSum(), 'hallazgo', 'Win.Stealer');
  const notForSale = { ok: false, error: 'no_disponible' };

  test('as a product, in a bundle, free, or by the Club; afterwards it is sold again', async () => {
    const { creator, product, ruta, sum } = await sold();
    const [other, loan] = [
      await createProduct(sql, { usuario_id: creator }),
      await createProduct(sql, { usuario_id: creator, club_only: true, download_link: ruta }),
    ];
    const free = await createProduct(sql, { usuario_id: creator, precio: 0, download_link: ruta });
    const bundle = await createBundle(sql, [product, other]);
    const [person, member] = [await createUser(sql), await createUser(sql, { club: true })];
    const quote = (p_producto: string | null, p_bundle: string | null = null) =>
      db.callAs<Answer>(person, 'cotizar_compra', { p_producto, p_bundle, p_metodo: 'tarjeta' });
    const claim = () =>
      db.callAs<Answer>(member, 'reclamar_con_club', { p_producto: loan, p_minecraft_name: 'Jugador_1' });

    await found(ruta);
    expect(await quote(product)).toEqual(notForSale);
    expect(await quote(null, bundle)).toEqual(notForSale);
    expect(await createPayment(db, person, { producto: free, metodo: 'gratis' })).toEqual(notForSale);
    expect(await claim()).toEqual(notForSale);
    expect(await db.callAnon('bundles_en_venta', { p_producto: other })).toEqual([]);
    expect(await db.callAnon('ids_en_cuarentena', { p_producto: product })).toEqual([product]);
    expect(await quote(other)).toMatchObject({ ok: true });

    await note(ruta, sum, 'limpio');
    for (const answer of [await quote(product), await quote(null, bundle), await claim()]) {
      expect(answer).toMatchObject({ ok: true });
    }
    expect(await db.callAnon('ids_en_cuarentena', { p_producto: product })).toEqual([]);
  });

  test('as an edition, while the product itself is sold', async () => {
    const { creator, product } = await sold();
    const edicion = await createEdition(sql, product, { download_link: await stored(creator) });
    const person = await createUser(sql);
    const quote = (p_edicion: string | null) =>
      db.callAs<Answer>(person, 'cotizar_compra', { p_producto: product, p_edicion, p_metodo: 'tarjeta' });
    const open = await openPayment(db, person, { producto: product, edicion });
    const [edition] = await sql`select download_link from ediciones where id = ${edicion}`;
    await found(edition?.download_link);
    expect(await quote(edicion)).toEqual(notForSale);
    expect(await quote(null)).toMatchObject({ ok: true });
    expect(await db.callAnon('ids_en_cuarentena', { p_producto: product })).toEqual([edicion]);
    const closed = (await db.asService((tx) => tx`select referencia from pagos_sin_objeto()`)).map(
      (row) => row.referencia,
    );
    expect(closed).toContain(open.reference);
    expect(await deliver(db, open)).toMatchObject({ error: 'no_entregable', motivo: 'no_disponible' });
  });

  test('by a payment that was open when it was found: it is refunded', async () => {
    const { product, ruta } = await sold();
    const open = await openPayment(db, await createUser(sql), { producto: product });
    await found(ruta);
    expect(await deliver(db, open)).toMatchObject({ error: 'no_entregable', motivo: 'no_disponible' });
  });

  test('unless the product is not downloaded', async () => {
    const { creator, ruta } = await sold();
    const product = await createProduct(sql, { usuario_id: creator, descargable: false, download_link: ruta });
    await found(ruta);
    const quoted = await db.callAs<Answer>(await createUser(sql), 'cotizar_compra', { p_producto: product });
    expect(quoted).toMatchObject({ ok: true });
    expect(await db.callAnon('ids_en_cuarentena', { p_producto: product })).toEqual([]);
  });
});

test('pages of a product and of bundles with it are made again when a quarantine begins or ends', async () => {
  await sql`delete from analisis_archivos`;
  const { creator, product, ruta, sum } = await sold();
  const [other, edited] = [
    await createProduct(sql, { usuario_id: creator }),
    await createProduct(sql, { usuario_id: creator }),
  ];
  await createBundle(sql, [product, other]);
  await createEdition(sql, edited, { download_link: ruta });
  const slugs = (await sql`select slug from productos where id in ${sql([product, other, edited])} order by slug`).map(
    ({ slug }) => slug,
  );
  const due = async () => (await db.callService<string[]>('cuarentenas_por_mostrar', {})).sort();
  await note(ruta, sum, 'limpio');
  expect(await due()).toEqual([]);
  await note(ruta, sum, 'hallazgo', 'Win.Stealer');
  expect([await due(), await due()]).toEqual([slugs.sort(), []]);
  await note(ruta, sum, 'hallazgo', 'Win.Stealer', 'v2');
  expect(await due()).toEqual([]);
  await judge(sum, false);
  expect([await due(), await due()]).toEqual([slugs.sort(), []]);
});

test('a virus found in each of two files is notified for each', async () => {
  await sql`delete from analisis_archivos`;
  const [one, other] = [await sold(), await sold()];
  for (const { ruta, sum } of [one, other, one, other]) await note(ruta, sum, 'hallazgo', 'Win.Stealer');
  for (const { creator } of [one, other]) expect(await bellOf(creator)).toEqual([['Win.Stealer', true]]);
});

test('a decision of the operator on a SHA-256 overrides the scanner for current and later files', async () => {
  const { creator, buyer, ruta, sum, order } = await sold();
  await note(ruta, sum, 'sin_analizar', null, null);
  expect(await judge(sum, true)).toEqual({ ok: true, archivos: 1 });
  expect(await state(buyer, order)).toBe('en_cuarentena');
  expect(await bellOf(creator)).toEqual([['Roba contraseñas', true]]);
  const later = await sold();
  expect(await note(later.ruta, sum, 'limpio')).toEqual({ ok: true, limpio: false, hallazgo: 'Roba contraseñas' });
  expect(await bellOf(later.creator)).toEqual([['Roba contraseñas', true]]);

  expect(await judge(sum, false)).toEqual({ ok: true, archivos: 2 });
  expect(await state(buyer, order)).toBe('disponible');
  expect(await note(ruta, sum, 'hallazgo', 'Heuristics')).toEqual({ ok: true, limpio: true, hallazgo: null });
  expect(await judge(sum, null)).toEqual({ ok: true, archivos: 2 });
  expect(await waiting('v1')).toEqual(expect.arrayContaining([ruta, later.ruta]));
  for (const [wrong, reason] of [
    ['abc', 'Roba contraseñas'],
    [sum, '  '],
    [sum, null],
  ] as const) {
    expect(await judge(wrong, true, reason)).toEqual({ ok: false, error: 'datos_no_validos' });
  }
});

describe('a forgotten judgement is undone by the next scan', () => {
  test.each([
    ['v1', 'limpio'],
    [null, 'sin_analizar'],
  ] as const)('with signatures %s', async (firmas, resultado) => {
    await sql`delete from analisis_archivos`;
    const { buyer, product, ruta, sum, order } = await sold();
    const [{ slug } = {}] = await sql`select slug from productos where id = ${product}`;
    const due = () => db.callService<string[]>('cuarentenas_por_mostrar', {});
    const known = () => db.callService('analisis_conocido', { p_ruta: ruta, p_firmas: firmas });
    await judge(sum, true);
    await note(ruta, sum, resultado, null, firmas);
    expect(await due()).toEqual([slug]);
    expect(await waiting(firmas)).not.toContain(ruta);

    expect(await judge(sum, null)).toEqual({ ok: true, archivos: 1 });
    expect(await state(buyer, order)).toBe('en_cuarentena');
    expect([await waiting(firmas), await known(), await due()]).toEqual([expect.arrayContaining([ruta]), null, []]);
    await note(ruta, sum, resultado, null, firmas);
    expect(await state(buyer, order)).toBe('disponible');
    expect(await due()).toEqual([slug]);
    expect(await waiting(firmas)).not.toContain(ruta);
  });
});

test('a file is scanned once, and again when the signatures change', async () => {
  const { ruta, sum } = await sold();
  expect(await waiting(null)).toContain(ruta);
  await note(ruta, sum, 'sin_analizar', null, null);
  expect(await waiting(null)).not.toContain(ruta);
  expect(await waiting('v1')).toContain(ruta);
  await note(ruta, sum, 'limpio', null, 'v1');
  expect(await waiting('v1')).not.toContain(ruta);
  expect(await waiting('v2')).toContain(ruta);
  const known = (firmas: string | null) => db.callService('analisis_conocido', { p_ruta: ruta, p_firmas: firmas });
  expect([await known('v1'), await known('v2'), await known(null)]).toEqual([
    { ok: true, limpio: true, hallazgo: null },
    null,
    null,
  ]);
  // A shop whose scanner is turned off scans nothing again.
  expect(await waiting(null)).not.toContain(ruta);
});

test('a file that could not be read is tried again after all others, until it was read', async () => {
  const [bad, unread, scanned] = [await sold(), await sold(), await sold()];
  await note(scanned.ruta, scanned.sum, 'limpio');
  const all = [bad.ruta, unread.ruta, scanned.ruta];
  const order = async () => (await waiting('v2')).filter((ruta) => all.includes(ruta));
  const fail = (ruta: string) => db.callService('anotar_analisis_fallido', { p_ruta: ruta });
  await fail(bad.ruta);
  expect(await order()).toEqual([unread.ruta, scanned.ruta, bad.ruta]);
  await fail(unread.ruta);
  await fail(bad.ruta);
  expect(await order()).toEqual([scanned.ruta, unread.ruta, bad.ruta]);
  await note(bad.ruta, bad.sum, 'limpio');
  expect(await order()).toEqual([scanned.ruta, bad.ruta, unread.ruta]);
});

test('the file of a version is scanned while the version waits for its review', async () => {
  const { creator, product } = await sold();
  const name = `${creator}/${randomUUID()}/nuevo.jar`;
  const ruta = `descargas/${name}`;
  await sql`insert into storage.objects (bucket_id, name, metadata) values ('descargas', ${name}, ${json({ size: 9 })})`;
  expect(await waiting('v1')).not.toContain(ruta);
  const [revision] = await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
    values (${product}, ${creator}, ${json({ download_link: ruta })}, false) returning id`;
  expect(await waiting('v1')).toContain(ruta);
  await sql`update revisiones_producto set estado = 'rechazada' where id = ${revision?.id}`;
  expect(await waiting('v1')).not.toContain(ruta);
});

test('reviewers see the scan results of the files of a revision', async () => {
  const moderator = await createUser(sql, { role: 'moderador' });
  const { creator, product, ruta, sum } = await sold();
  const content = submission({ download_link: ruta });
  await db.callAs(creator, 'proponer_cambios', { p_producto: product, p_contenido: json(content) });
  const [revision] = await sql`select id from revisiones_producto where producto_id = ${product}`;
  const files = async () =>
    (
      await db.callAs<{ archivos: Record<string, object> }>(moderator, 'revision_para_decidir', {
        p_revision: revision?.id,
      })
    ).archivos[ruta];
  expect(await files()).toMatchObject({ resultado: null });
  await note(ruta, sum, 'hallazgo', 'Win.Stealer');
  expect(await files()).toMatchObject({ resultado: 'hallazgo', hallazgo: 'Win.Stealer', huella: sum });
});

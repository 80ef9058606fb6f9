import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buy, createEdition, createProduct, createUser, refundAll } from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

const link = (user: string, order: string) => db.callAs<Answer>(user, 'enlace_descarga', { p_adquisicion: order });
const mark = (user: string, order: string, ruta: string) =>
  db.callAs<Answer>(user, 'marcar_descarga', { p_adquisicion: order, p_ruta: ruta });
const set = (who: string, producto: string, marcado = true, edicion: string | null = null) =>
  db.callAs<Answer>(who, 'marcar_archivo', { p_producto: producto, p_edicion: edicion, p_marcado: marcado });
const mayRead = (who: string, ruta: string) =>
  db.asUser(who, async (tx) => {
    const [row] = await tx`select privado.puede_leer('descargas', ${ruta.slice('descargas/'.length)}) as may`;
    return row?.may;
  });
const downloads = async (order: string) =>
  (await sql`select descargas from adquisiciones where id = ${order}`)[0]?.descargas;

async function sold({ edition = false } = {}) {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const ruta = `descargas/${creator}/${randomUUID()}/archivo.jar`;
  const product = await createProduct(sql, { usuario_id: creator, download_link: ruta });
  const own = `descargas/${creator}/${randomUUID()}/oro.jar`;
  const edicion = edition ? await createEdition(sql, product, { download_link: own }) : undefined;
  const payment = await buy(db, buyer, { producto: product, edicion });
  const [order] = await sql`select id from adquisiciones where pago_id = ${payment.id}`;
  return { creator, buyer, product, ruta, own, edition: String(edicion), payment, order: String(order?.id) };
}

test('buyers cannot read the original of a stamped file, and each download is counted with its mark', async () => {
  const { creator, buyer, product, ruta, order } = await sold();
  expect(await link(buyer, order)).toMatchObject({ ok: true, marcada: false });
  expect([await mayRead(buyer, ruta), await downloads(order)]).toEqual([true, 1]);

  expect(await set(creator, product)).toEqual({ ok: true });
  expect(await set(creator, product)).toEqual({ ok: true });
  expect(await link(buyer, order)).toMatchObject({ ok: true, marcada: true, download_link: ruta });
  expect([await mayRead(buyer, ruta), await downloads(order)]).toEqual([false, 1]);

  await sql`insert into versiones_producto (producto_id, version) values (${product}, '1.4')`;
  const [first, second] = [await mark(buyer, order, ruta), await mark(buyer, order, ruta)];
  const [name] = await sql`select username from usuarios_meta where id = ${buyer}`;
  expect(first).toMatchObject({
    ok: true,
    usuario: buyer,
    nombre: name?.username,
    producto: product,
    version: '1.4',
    licencia: '',
  });
  expect(first.marca).toMatch(/^[0-9a-f]{32}$/);
  expect(second.marca).not.toBe(first.marca);
  expect(Math.abs(Number(first.segundos) - Date.now() / 1000)).toBeLessThan(60);
  expect([await mayRead(buyer, ruta), await downloads(order)]).toEqual([false, 3]);
  const rows =
    await sql`select marca, ruta from descargas_marcadas where adquisicion_id = ${order} order by created_at`;
  expect(rows.map((row) => ({ ...row }))).toEqual([first, second].map(({ marca }) => ({ marca, ruta })));
  const own = await db.callAs<{ marcas: object[] }>(buyer, 'mis_descargas', {});
  expect(own.marcas).toHaveLength(2);

  expect(await set(creator, product, false)).toEqual({ ok: true });
  expect(await link(buyer, order)).toMatchObject({ ok: true, marcada: false });
  expect(await mark(buyer, order, ruta)).toEqual({ ok: false, error: 'no_existe' });
});

test('a stamped copy contains the licence key of its order', async () => {
  const { creator, buyer, product, ruta, order } = await sold();
  await db.callAs(creator, 'ajustar_licencias', { p_producto: product, p_activa: true, p_maximo: 1 });
  await set(creator, product);
  const [key] = await sql`select clave from licencias where adquisicion_id = ${order}`;
  expect(await mark(buyer, order, ruta)).toMatchObject({ licencia: key?.clave });
});

test('an edition with its own file is stamped separately', async () => {
  const { creator, buyer, product, ruta, own, edition, order } = await sold({ edition: true });
  await set(creator, product);
  expect(await link(buyer, order)).toMatchObject({ marcada: false, download_link: own });
  await set(creator, product, true, edition);
  expect(await link(buyer, order)).toMatchObject({ marcada: true, download_link: own });
  expect(await mark(buyer, order, ruta)).toEqual({ ok: false, error: 'no_existe' });
  expect(await mark(buyer, order, own)).toMatchObject({ ok: true });
  const { productos } = await db.callAs<{ productos: Array<{ archivos: object[] }> }>(
    creator,
    'mis_archivos_marcados',
    {},
  );
  expect(productos).toMatchObject([
    {
      id: product,
      archivos: [
        { edicion: null, ruta, marcado: true, copias: 0 },
        { edicion: edition, ruta: own, copias: 1 },
      ],
    },
  ]);
});

test('the files of a pending revision are listed beside those on sale', async () => {
  const { creator, product, ruta, edition, own } = await sold({ edition: true });
  const files = async () => {
    const { productos } = await db.callAs<{ productos: Array<{ archivos: object[] }> }>(
      creator,
      'mis_archivos_marcados',
    );
    return productos[0]?.archivos;
  };
  expect(await files()).toMatchObject([{ en_revision: null }, { en_revision: null }]);
  await sql`insert into storage.objects (bucket_id, name) values ('descargas', ${`${ruta}.zip`.slice('descargas/'.length)})`;
  const waiting = { download_link: `${ruta}.zip`, ediciones: [{ id: edition, download_link: own }] };
  await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
    values (${product}, ${creator}, ${sql.json(waiting)}, false)`;
  expect(await files()).toMatchObject([
    { ruta, en_revision: `${ruta}.zip` },
    { ruta: own, en_revision: own },
  ]);
  await sql`update revisiones_producto set estado = 'rechazada' where producto_id = ${product}`;
  expect(await files()).toMatchObject([{ en_revision: null }, { en_revision: null }]);
});

test('other people cannot set, request or see a stamp, and a revoked order has no copies', async () => {
  const { creator, buyer, product, ruta, payment, order } = await sold();
  const other = await createUser(sql);
  const missing = { ok: false, error: 'no_existe' };
  expect(await set(other, product)).toEqual(missing);
  expect(await set(creator, product, true, randomUUID())).toEqual(missing);
  expect(await db.callAs(other, 'archivos_marcados_de', { p_producto: product })).toEqual({ ok: true, ediciones: [] });
  await set(creator, product);
  expect(await db.callAs(creator, 'archivos_marcados_de', { p_producto: product })).toEqual({
    ok: true,
    ediciones: [null],
  });
  for (const who of [other, creator]) expect(await mark(who, order, ruta)).toEqual(missing);
  await refundAll(db, payment);
  expect(await mark(buyer, order, ruta)).toEqual(missing);
});

test('a buyer can get thirty stamped copies in ten minutes', async () => {
  const { creator, buyer, product, ruta, order } = await sold();
  await set(creator, product);
  for (let n = 0; n < 30; n++) expect((await mark(buyer, order, ruta)).ok).toBe(true);
  expect(await mark(buyer, order, ruta)).toEqual({ ok: false, error: 'demasiados_intentos' });
  expect(await downloads(order)).toBe(30);
});

test('a creator is notified once a day of a failed stamp, by the shop only', async () => {
  const { creator, buyer, order } = await sold();
  const [key] = await db.openAdmin()`select encode(clave, 'hex') as clave from clave_tienda`;
  const sealOf = (...words: string[]) =>
    createHmac('sha256', Buffer.from(String(key?.clave), 'hex'))
      .update(words.join('\n'))
      .digest('hex');
  const report = (seal: string) =>
    db.callAs<Answer>(buyer, 'avisar_marca_fallida', { p_adquisicion: order, p_motivo: 'signed', p_sello: seal });
  expect(await report(sealOf('marca', order, 'none'))).toEqual({ ok: false, error: 'sello_no_valido' });
  for (let n = 0; n < 2; n++) expect(await report(sealOf('marca', order, 'signed'))).toEqual({ ok: true });
  const bells =
    await sql`select tipo, datos ->> 'motivo' as motivo from notificaciones where user_id = ${creator} and tipo = 'marca_fallida'`;
  expect(bells.map((row) => ({ ...row }))).toEqual([{ tipo: 'marca_fallida', motivo: 'signed' }]);
});

test('a creator finds the downloads of own products by their marks and licence keys, and nothing of others', async () => {
  const { creator, buyer, product, ruta, order } = await sold();
  await db.callAs(creator, 'ajustar_licencias', { p_producto: product, p_activa: true, p_maximo: 1 });
  await set(creator, product);
  const { marca, licencia, nombre } = await mark(buyer, order, ruta);
  const find = (who: string, marcas: unknown[], claves: unknown[] = []) =>
    db.callAs<Answer & { copias: object[] }>(who, 'buscar_copia', { p_marcas: marcas, p_claves: claves });
  const other = (await sold()).creator;
  expect((await find(creator, ['0'.repeat(32), marca])).copias).toMatchObject([
    { pedido_id: order, por: 'marca', username: nombre },
  ]);
  expect((await find(creator, [], [String(licencia).toLowerCase()])).copias).toMatchObject([
    { pedido_id: order, por: 'licencia' },
  ]);
  for (const who of [other, buyer]) expect(await find(who, [marca], [licencia])).toEqual({ ok: true, copias: [] });
  expect(await find(creator, Array(5001).fill('0'.repeat(32)))).toEqual({ ok: false, error: 'datos_no_validos' });
  for (let n = 0; n < 28; n++) await find(creator, []);
  expect(await find(creator, [marca])).toEqual({ ok: false, error: 'demasiados_intentos' });
  await sql`update usuarios_meta set borrada_at = now() where id = ${buyer}`;
  await sql`delete from intentos where tipo = 'buscar_copia'`;
  expect((await find(creator, [marca])).copias).toMatchObject([{ username: null }]);
});

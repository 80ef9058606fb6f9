import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createEdition,
  createPayment,
  createProduct,
  createUser,
  dayAhead as day,
  decideRevision,
} from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 8 });
const { sql } = db;

const json = (value: unknown) => sql.json(value as never);
const change = (
  who: string,
  product: string,
  price: number,
  offer: number | null = null,
  editions: Array<Record<string, unknown>> = [],
) =>
  db.callAs(who, 'cambiar_precios', {
    p_producto: product,
    p_precio: price,
    p_oferta: offer,
    p_ediciones: json(editions),
  });
const plan = (who: string, product: string, price: number, from: number, to: number, edition: string | null = null) =>
  db.callAs(who, 'programar_oferta', {
    p_producto: product,
    p_edicion: edition,
    p_precio: price,
    p_desde: day(from),
    p_hasta: day(to),
    p_descripcion: 'Aniversario',
    p_descripcion_en: '',
  });
const shown = async (product: string) =>
  (await sql`select precio::float, oferta::float, oferta_fija::float as fixed from productos where id = ${product}`)[0];
const quoted = async (product: string, edition: string | null = null) =>
  Number((await db.callAnon('cotizar_compra', { p_producto: product, p_edicion: edition })).total_centimos);
const history = (product: string) =>
  sql`select precio::float, oferta::float from historial_precios
    where producto_id = ${product} and edicion_id is null order by desde, id`;
/** Moves an offer in time, as if it had been planned earlier. */
const shift = (product: string, hours: number) =>
  sql`update ofertas set desde = desde - ${hours} * interval '1 hour', hasta = hasta - ${hours} * interval '1 hour'
    where producto_id = ${product}`;

test('an offer of an edition is below the price of that edition, on the creator’s own product', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  await createEdition(sql, product, { nombre: 'Barata', precio: 5 });
  const edition = await createEdition(sql, product, { nombre: 'Cara', precio: 20 });
  const elsewhere = await createEdition(sql, await createProduct(sql), { precio: 20 });
  expect(await plan(creator, product, 20, 1, 2, edition)).toMatchObject({ ok: false, error: 'precio_no_valido' });
  expect(await plan(creator, product, 19, 1, 2, elsewhere)).toEqual({ ok: false, error: 'no_existe' });
  expect(await plan(creator, product, 19, 1, 2, edition)).toMatchObject({ ok: true });
});

test('a price change takes effect at once, within the limits, and is recorded', async () => {
  const [creator, stranger] = [await createUser(sql), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  const edition = await createEdition(sql, product, { precio: 20 });
  const elsewhere = await createEdition(sql, await createProduct(sql), { precio: 20 });
  expect(await change(stranger, product, 9)).toEqual({ ok: false, error: 'no_existe' });
  expect(await change(creator, product, 15.01)).toEqual({ ok: false, error: 'cambio_excesivo' });
  expect(await change(creator, product, 10, 4.99)).toEqual({ ok: false, error: 'cambio_excesivo' });
  const limits = sql`select privado.motivo_no_precio(10, null, 10, 5) as half, privado.motivo_no_precio(10, null, 15, null) as more`;
  expect((await limits)[0]).toEqual({ half: null, more: null });
  expect(await change(creator, product, 0)).toEqual({ ok: false, error: 'precio_no_valido' });
  expect(await change(creator, product, 9, null, [{ id: elsewhere, precio: 19 }])).toEqual({
    ok: false,
    error: 'no_existe',
  });
  expect(await change(creator, product, 9, null, [{ id: edition, precio: 0 }])).toEqual({
    ok: false,
    error: 'precio_no_valido',
  });
  expect(await shown(product)).toMatchObject({ precio: 10 });
  expect(await change(creator, product, 9, 8, [{ id: edition, precio: 18, oferta: 15 }])).toMatchObject({ ok: true });
  expect(await shown(product)).toEqual({ precio: 9, oferta: 8, fixed: 8 });
  expect(await quoted(product, edition)).toBe(1500);
  expect(await history(product)).toEqual([
    { precio: 10, oferta: null },
    { precio: 9, oferta: 8 },
  ]);
  const [act] =
    await sql`select antes, despues from auditoria where accion = 'cambiar_precio' and objeto_id = ${product}`;
  expect(act).toMatchObject({ antes: { precio: 10 }, despues: { precio: 9, oferta: 8 } });
});

test('an offer without dates ends at once, however large the increase', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator, precio: 10, oferta: 3 });
  expect(await change(creator, product, 10)).toMatchObject({ ok: true });
  expect(await shown(product)).toEqual({ precio: 10, oferta: null, fixed: null });
});

test('the daily limit of changes holds concurrently, and admins set the limits', async () => {
  const [creator, admin] = [await createUser(sql), await createUser(sql, { role: 'admin' })];
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  const prices = [9, 9.1, 9.2, 9.3, 9.4, 9.5];
  const answers = await Promise.all(prices.map((price) => change(creator, product, price)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
  expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, error: 'demasiados_cambios' });
  const usual = { precio_cambio_maximo_porcentaje: 50, precio_cambios_por_dia: 3 };
  const strict = { precio_cambio_maximo_porcentaje: 10, precio_cambios_por_dia: 4 };
  const set = (p_base: typeof usual, p_cambios: typeof usual) =>
    db.callAs(admin, 'guardar_ajustes', { p_base, p_cambios, p_motivo: 'prueba' });
  expect(await set(usual, strict)).toEqual({ ok: true });
  expect(await change(creator, product, 5)).toEqual({ ok: false, error: 'cambio_excesivo' });
  expect(await set(strict, usual)).toEqual({ ok: true });
});

test('one call changes each edition at most once, even with its id in other spellings', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  const edition = await createEdition(sql, product, { precio: 20 });
  for (const again of [edition, edition.toUpperCase()]) {
    const steps = [
      { id: edition, precio: 30, oferta: null },
      { id: again, precio: 45, oferta: null },
    ];
    expect(await change(creator, product, 10, null, steps)).toEqual({ ok: false, error: 'datos_no_validos' });
  }
  expect(await quoted(product, edition)).toBe(2000);
});

test('a pending revision does not restore the old price', async () => {
  const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  const edition = await createEdition(sql, product, { precio: 20 });
  const content = await db.callAs<{ contenido: Record<string, unknown> }>(creator, 'contenido_producto', {
    p_slug: (await sql`select slug from productos where id = ${product}`)[0]?.slug,
  });
  const sent = await db.callAs(creator, 'proponer_cambios', {
    p_producto: product,
    p_contenido: json({ ...content.contenido, nombre: 'Otro nombre' }),
  });
  expect(sent).toMatchObject({ ok: true });
  await change(creator, product, 9, null, [{ id: edition.toUpperCase(), precio: 18, oferta: null }]);
  const [revision] =
    await sql`select id from revisiones_producto where producto_id = ${product} and estado = 'pendiente'`;
  await decideRevision(db, moderator, {
    p_revision: revision?.id,
    p_aprobar: true,
    p_motivos: [],
    p_nota: '',
  });
  expect(await shown(product)).toMatchObject({ precio: 9 });
  expect(await quoted(product, edition)).toBe(1800);
});

test('a scheduled offer starts and ends on time, overrides an undated one, and is in the price history', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator, precio: 10, oferta: 9 });
  const edition = await createEdition(sql, product, { precio: 20 });
  await sql`update historial_precios set desde = now() - interval '40 days' where producto_id = ${product}`;
  expect(await plan(creator, product, 7, 1, 2)).toMatchObject({ ok: true, empezada: false });
  expect(await plan(creator, product, 16, 1, 2, edition)).toMatchObject({ ok: true });
  expect([await shown(product), await quoted(product)]).toEqual([{ precio: 10, oferta: 9, fixed: 9 }, 900]);
  // A buyer pays the current price, and the payment records it.
  await shift(product, 30);
  expect(await shown(product)).toMatchObject({ oferta: 9 });
  expect(Number((await createPayment(db, await createUser(sql), { producto: product })).total_centimos)).toBe(700);
  expect(await shown(product)).toMatchObject({ oferta: 7 });
  const due = (await db.asService((tx) => tx`select slug from ofertas_por_mostrar()`)).length;
  expect([due, (await shown(product))?.oferta, await quoted(product, edition)]).toEqual([1, 7, 1600]);
  expect(await db.asService((tx) => tx`select slug from ofertas_por_mostrar()`)).toEqual([]);
  // The form still has the undated offer, and sending it changes nothing.
  await sql`update productos set oferta = 9, nombre = 'Otro' where id = ${product}`;
  expect(await shown(product)).toEqual({ precio: 10, oferta: 7, fixed: 9 });
  await shift(product, 48);
  expect(await quoted(product)).toBe(900);
  expect(await shown(product)).toEqual({ precio: 10, oferta: 9, fixed: 9 });
  expect((await history(product)).map(({ oferta }) => oferta)).toEqual([9, 7, 9]);
  expect(await db.callAnon('privado.precio_minimo_reciente', { p_producto: product })).toBe('7.00');
  expect(await db.asService((tx) => tx`select slug from ofertas_por_mostrar()`)).toHaveLength(1);
});

test.each(['at once', 'in a revision'])('a scheduled offer is made permanent at its own price %s', async (how) => {
  const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
  const product = await createProduct(sql, { usuario_id: creator, precio: 10, oferta: 9 });
  const edition = await createEdition(sql, product, { precio: 20 });
  await plan(creator, product, 7, 0, 1);
  await plan(creator, product, 16, 0, 1, edition);
  expect(await shown(product)).toEqual({ precio: 10, oferta: 7, fixed: 9 });
  if (how === 'at once') {
    expect(await change(creator, product, 10, 7, [{ id: edition, precio: 20, oferta: 16 }])).toMatchObject({
      ok: true,
    });
  } else {
    const [row] = await sql`select slug from productos where id = ${product}`;
    const { contenido } = await db.callAs<{ contenido: object }>(creator, 'contenido_producto', {
      p_slug: row?.slug,
    });
    const ediciones = [{ id: edition, nombre: 'Oro', precio: 20, oferta: 16 }];
    const sent = json({ ...contenido, oferta: 7, ediciones });
    await db.callAs(creator, 'proponer_cambios', { p_producto: product, p_contenido: sent });
    const [revision] = await sql`select id from revisiones_producto where producto_id = ${product}`;
    const decision = { p_revision: revision?.id, p_aprobar: true, p_motivos: [], p_nota: '' };
    expect(await decideRevision(db, moderator, decision)).toMatchObject({ ok: true });
  }
  await shift(product, 72);
  await db.asService((tx) => tx`select slug from ofertas_por_mostrar()`);
  expect(await shown(product)).toEqual({ precio: 10, oferta: 7, fixed: 7 });
  expect([await quoted(product), await quoted(product, edition)]).toEqual([700, 1600]);
});

test('an edit by an admin keeps the scheduled and the undated offer apart', async () => {
  const [creator, admin] = [await createUser(sql), await createUser(sql, { role: 'admin' })];
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  await plan(creator, product, 7, 0, 1);
  const save = (base: object, changes: object) =>
    db.callAs(admin, 'guardar_producto', { p_producto: product, p_base: json(base), p_cambios: json(changes) });
  const logged = async () =>
    (await sql`select antes, despues from auditoria where objeto_id = ${product} order by id desc limit 1`)[0];
  const [row] = await sql`select slug from productos where id = ${product}`;
  const { contenido } = await db.callAs<{ contenido: object }>(creator, 'contenido_producto', { p_slug: row?.slug });
  await db.callAs(creator, 'proponer_cambios', { p_producto: product, p_contenido: json(contenido) });
  const waiting = async () =>
    (
      await sql`select (contenido ->> 'precio')::float as precio, (contenido ->> 'oferta')::float as oferta
        from revisiones_producto where producto_id = ${product} and estado = 'pendiente'`
    )[0];

  // A price below the running offer is no offer for ever.
  expect(await save({ precio: 10 }, { precio: 6 })).toMatchObject({ ok: true });
  expect(await shown(product)).toEqual({ precio: 6, oferta: null, fixed: null });
  expect(await save({ precio: 6 }, { precio: 10 })).toMatchObject({ ok: true });
  expect(await shown(product)).toEqual({ precio: 10, oferta: 7, fixed: null });
  expect(await waiting()).toMatchObject({ precio: 10 });
  expect((await waiting())?.oferta || null).toBeNull();

  // The form has the offer without dates, and what the running one costs may be meant as that.
  expect(await db.callAs(admin, 'admin_oferta_fija', { p_producto: product })).toBeNull();
  expect(await save({ oferta: 0 }, { oferta: 8 })).toMatchObject({ ok: true });
  expect(await logged()).toMatchObject({ antes: { oferta: null }, despues: { oferta: 8 } });
  expect(await shown(product)).toEqual({ precio: 10, oferta: 7, fixed: 8 });
  expect(await waiting()).toEqual({ precio: 10, oferta: 8 });
  expect(await save({ oferta: 8 }, { oferta: 7 })).toMatchObject({ ok: true });
  expect(await logged()).toMatchObject({ antes: { oferta: 8 }, despues: { oferta: 7 } });
  expect(Number(await db.callAs(admin, 'admin_oferta_fija', { p_producto: product }))).toBe(7);
  expect(await db.callAs(creator, 'admin_oferta_fija', { p_producto: product })).toBeNull();
  await shift(product, 72);
  await db.asService((tx) => tx`select slug from ofertas_por_mostrar()`);
  expect(await shown(product)).toEqual({ precio: 10, oferta: 7, fixed: 7 });
});

test('an offer that started and ended unobserved is recorded in the price history', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  await sql`update historial_precios set desde = now() - interval '10 days' where producto_id = ${product}`;
  await plan(creator, product, 4, 1, 1);
  await shift(product, 96);
  await db.asService((tx) => tx`select slug from ofertas_por_mostrar()`);
  expect(await shown(product)).toMatchObject({ oferta: null });
  expect((await history(product)).map(({ oferta }) => oferta)).toEqual([null, 4, null]);
  const [first] = await sql`select desde < now() - interval '1 day' as old from historial_precios
    where producto_id = ${product} and oferta = 4`;
  expect(first?.old).toBe(true);
});

test('offers do not overlap, even if created concurrently, and end when their creator ends them', async () => {
  const [creator, stranger] = [await createUser(sql), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  const refused = async (...args: [number, number, number]) => (await plan(creator, product, ...args)).error;
  expect(await refused(10, 0, 1)).toBe('precio_no_valido');
  expect(await refused(0.1, 0, 1)).toBe('precio_no_valido');
  expect(await refused(5, -1, 1)).toBe('fechas_no_validas');
  expect(await refused(5, 2, 1)).toBe('fechas_no_validas');
  expect(await refused(5, 0, 91)).toBe('fechas_no_validas');
  expect(await refused(5, 366, 366)).toBe('fechas_no_validas');
  expect(await plan(creator, product, 5, 365, 365 + 90)).toMatchObject({ ok: true });
  await sql`delete from ofertas where producto_id = ${product}`;
  expect(await plan(stranger, product, 5, 0, 1)).toEqual({ ok: false, error: 'no_existe' });
  const both = await Promise.all([plan(creator, product, 5, 0, 3), plan(creator, product, 6, 1, 2)]);
  expect(both.map(({ error }) => error).sort()).toEqual(['oferta_solapada', undefined]);
  const [row] = await sql`select id from ofertas where producto_id = ${product}`;
  const cancel = (who: string) => db.callAs(who, 'cancelar_oferta', { p_oferta: row?.id });
  expect(await cancel(stranger)).toEqual({ ok: false, error: 'no_existe' });
  expect(await cancel(creator)).toMatchObject({ ok: true });
  expect(await shown(product)).toMatchObject({ oferta: null });
  expect(await quoted(product)).toBe(1000);
});

test('at most thirty offers of a product are scheduled a day, and each can be cancelled', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  for (let round = 1; round <= 30; round += 1) {
    const { oferta_id } = await plan(creator, product, 5, 0, 1);
    expect(await db.callAs(creator, 'cancelar_oferta', { p_oferta: oferta_id }), String(round)).toMatchObject({
      ok: true,
    });
  }
  expect(await plan(creator, product, 5, 0, 1)).toEqual({ ok: false, error: 'demasiados_intentos' });
  expect(await plan(creator, await createProduct(sql, { usuario_id: creator, precio: 10 }), 5, 0, 1)).toMatchObject({
    ok: true,
  });
});

test('scheduled offers are visible to their creator only', async () => {
  const [creator, stranger] = [await createUser(sql), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  await plan(creator, product, 5, 5, 6);
  const seen = (who: string) => db.asUser(who, (tx) => tx`select 1 from ofertas where producto_id = ${product}`);
  expect((await seen(creator)).length).toBe(1);
  expect((await seen(stranger)).length).toBe(0);
  expect((await db.asAnon((tx) => tx`select 1 from ofertas where producto_id = ${product}`)).length).toBe(0);
});

describe('the reference price of an offer', () => {
  const content = (change: Record<string, unknown> = {}) => ({
    nombre: 'Torre',
    precio: 10,
    oferta: null,
    portada_url: '/default-cover.webp',
    category: 'plugin',
    descargable: true,
    download_link: 'https://example.org/x.zip',
    ...change,
  });
  const edition = (change: Record<string, unknown>) => ({ nombre: 'Oro', precio: 20, oferta: null, ...change });
  const send = (who: string, change: Record<string, unknown>) =>
    db.callAs(who, 'crear_producto', { p_slug: `torre-${randomUUID()}`, p_contenido: json(content(change)) });
  const propose = (who: string, product: string, change: Record<string, unknown>) =>
    db.callAs(who, 'proponer_cambios', { p_producto: product, p_contenido: json(content(change)) });
  const unasked = (campo: string) => ({ ok: false, error: 'oferta_sin_precio', campo });

  test('requires an earlier sale at that price, also of an edition', async () => {
    const creator = await createUser(sql);
    expect(await send(creator, { oferta: 7.5 })).toEqual(unasked('offer'));
    const editions = [edition({}), edition({ nombre: 'Platino', oferta: 15 })];
    expect(await send(creator, { ediciones: editions })).toEqual(unasked('editions.1.offer'));
    const sent = await send(creator, {});
    expect(sent).toMatchObject({ ok: true });
    expect(await propose(creator, String(sent.producto_id), { oferta: 7.5 })).toEqual(unasked('offer'));
  });

  test('is at most the price on sale', async () => {
    const creator = await createUser(sql);
    const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
    const gold = await createEdition(sql, product, { precio: 20 });
    const own = edition({ id: gold, oferta: 18 });
    expect(await propose(creator, product, { oferta: 7.5, ediciones: [own] })).toMatchObject({ ok: true });
    expect(await propose(creator, product, { precio: 12, oferta: 7.5 })).toEqual(unasked('offer'));
    expect(await propose(creator, product, { ediciones: [{ ...own, precio: 21 }] })).toEqual(
      unasked('editions.0.offer'),
    );
    expect(await propose(creator, product, { ediciones: [own, edition({ nombre: 'Otra', oferta: 1 })] })).toEqual(
      unasked('editions.1.offer'),
    );
  });

  test('does not rise during an offer, with or without dates', async () => {
    const creator = await createUser(sql);
    const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
    const gold = await createEdition(sql, product, { precio: 20 });
    const refused = { ok: false, error: 'oferta_sin_precio' };
    expect(await change(creator, product, 12, 9)).toEqual(refused);
    expect(await change(creator, product, 10, null, [{ id: gold, precio: 22, oferta: 19 }])).toEqual(refused);
    expect(await plan(creator, product, 8, 0, 2)).toMatchObject({ ok: true });
    expect(await change(creator, product, 12)).toEqual(refused);
    expect(await shown(product)).toMatchObject({ precio: 10 });
    expect(await change(creator, product, 9, 8.5)).toMatchObject({ ok: true });
  });

  test('does not rise by a review during an offer with dates', async () => {
    const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
    const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
    const gold = await createEdition(sql, product, { precio: 20 });
    const own = edition({ id: gold });
    // A change that waits when the offer begins.
    expect(await propose(creator, product, { precio: 12, ediciones: [own] })).toMatchObject({ ok: true });
    expect(await plan(creator, product, 8, 0, 2)).toMatchObject({ ok: true });
    const [waiting] = await sql`select id from revisiones_producto where producto_id = ${product}`;
    const decision = { p_revision: waiting?.id, p_aprobar: true, p_motivos: [], p_nota: '' };
    expect(await decideRevision(db, moderator, decision)).toEqual({ ok: false, error: 'no_aplicable' });
    expect(await propose(creator, product, { precio: 12, ediciones: [own] })).toEqual(unasked('price'));
    expect(await propose(creator, product, { ediciones: [edition({ id: gold, precio: 22 })] })).toMatchObject({
      ok: true,
    });
    expect(await plan(creator, product, 15, 0, 2, gold)).toMatchObject({ ok: true });
    expect(await propose(creator, product, { ediciones: [edition({ id: gold, precio: 22 })] })).toEqual(
      unasked('editions.0.price'),
    );
    expect(await propose(creator, product, { ediciones: [own, edition({ nombre: 'Nueva' })] })).toMatchObject({
      ok: true,
    });
  });
});

test('an offer by an admin needs a charged price, too; only one with dates lets the price rise', async () => {
  const [creator, admin] = [await createUser(sql), await createUser(sql, { role: 'admin' })];
  const save = async (product: string, base: object, changes: object) =>
    db.callAs(admin, 'guardar_producto', { p_producto: product, p_base: json(base), p_cambios: json(changes) });
  const refused = { ok: false, error: 'oferta_sin_precio' };
  const unsold = await createProduct(sql, { usuario_id: creator, precio: 10, status: 'rejected' });
  expect(await save(unsold, { oferta: 0 }, { oferta: 8 })).toEqual(refused);
  expect(await save(unsold, { status: 'rejected', oferta: 0 }, { status: 'approved', oferta: 8 })).toEqual(refused);
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  expect(await save(product, { precio: 10, oferta: 0 }, { precio: 12, oferta: 9 })).toEqual(refused);
  expect(await save(product, { oferta: 0 }, { oferta: 9 })).toMatchObject({ ok: true });
  expect(await save(product, { precio: 10 }, { precio: 12 })).toEqual(refused);
  expect(await save(product, { precio: 10, oferta: 9 }, { precio: 12, oferta: 0 })).toMatchObject({ ok: true });
  await plan(creator, product, 7, 0, 1);
  expect(await save(product, { precio: 12 }, { precio: 14 })).toMatchObject({ ok: true });
  expect(await shown(product)).toEqual({ precio: 14, oferta: 7, fixed: null });
});

test('the price that is struck beside an offer is the lowest of 30 days, whoever set it', async () => {
  const [creator, admin] = [await createUser(sql), await createUser(sql, { role: 'admin' })];
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  const struck = async () =>
    (await sql`select minimo_30_dias::float as cents from productos where id = ${product}`)[0]?.cents;
  const raise = (base: number, precio: number) =>
    db.callAs(admin, 'guardar_producto', { p_producto: product, p_base: { precio: base }, p_cambios: { precio } });
  expect(await struck()).toBe(null);
  // Nobody paid 12 €, so an offer of the next minute does not strike it.
  await raise(10, 12);
  await plan(creator, product, 8, 0, 1);
  expect([await shown(product), await struck()]).toEqual([{ precio: 12, oferta: 8, fixed: null }, 10]);
  await raise(12, 14);
  expect([await shown(product), await struck()]).toEqual([{ precio: 14, oferta: 8, fixed: null }, 8]);
  await shift(product, 72);
  await db.asService((tx) => tx`select slug from ofertas_por_mostrar()`);
  expect(await struck()).toBe(null);
});

test('due offers of a product include none of other products', async () => {
  const products = [await createProduct(sql), await createProduct(sql)];
  for (const product of products) {
    await sql`insert into ofertas (producto_id, precio, desde, hasta)
      values (${product}, 4, now() - interval '2 days', now() - interval '1 day'),
        (${product}, 4, now() + interval '1 day', now() + interval '2 days')`;
  }
  const due = async (product: string | null) =>
    (await sql`select producto_id, empieza from privado.ofertas_por_anotar(${product})`).map((row) => ({ ...row }));
  for (const product of products) {
    expect(await due(product)).toEqual([
      { producto_id: product, empieza: true },
      { producto_id: product, empieza: false },
    ]);
  }
  expect(await due(null)).toHaveLength(4);
  await sql`select privado.anotar_ofertas(${products[0] ?? ''})`;
  expect([await due(products[0] ?? ''), await due(null)]).toMatchObject([[], [{}, {}]]);
});

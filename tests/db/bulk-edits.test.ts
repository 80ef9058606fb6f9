import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createEdition, createProduct, createUser, dayAhead as day } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 8 });
const { sql } = db;

type Change = { campo: string; edicion?: string | null; antes: unknown; despues: unknown; espera: boolean };
type Shown = { id: string; nombre: string | null; cambios?: Change[]; motivo?: string; huella?: string };
type Shows = { ok: boolean; error?: string; productos: Shown[] };

const json = (value: unknown) => sql.json(value as never);
const preview = (who: string, products: string[], change: unknown) =>
  db.callAs<Shows>(who, 'previsualizar_productos', { p_productos: products, p_cambio: json(change) });
const apply = (who: string, change: unknown, marks: Record<string, string | undefined>, key: string = randomUUID()) =>
  db.callAs<Shows>(who, 'editar_productos', { p_cambio: json(change), p_huellas: json(marks), p_clave: key });
const marksOf = ({ productos }: Shows) =>
  Object.fromEntries(productos.flatMap(({ id, huella }) => (huella ? [[id, huella]] : [])));
/** Shows a change and makes it. */
async function edit(who: string, products: string[], change: unknown) {
  const shown = await preview(who, products, change);
  expect(shown).toMatchObject({ ok: true });
  const marks = marksOf(shown);
  if (Object.keys(marks).length > 0) {
    const made = await apply(who, change, marks);
    // The edit does exactly what the preview showed.
    for (const one of made.productos) expect(shown.productos).toContainEqual(one);
  }
  return shown.productos;
}
const reasons = (shown: Shown[]) => Object.fromEntries(shown.map(({ id, motivo }) => [id, motivo]));
const rise = (percent: number, more: object = {}) => ({ precio: { modo: 'subir', valor: percent }, ...more });
const fall = (percent: number, more: object = {}) => ({ precio: { modo: 'bajar', valor: percent }, ...more });
const offer = (percent: number, more: object = {}) => ({ oferta: { porcentaje: percent, hasta: day(7) }, ...more });
const stateOf = async (product: string) =>
  (
    await sql`select precio::float, oferta::float, generos, compatibles,
      (select count(*)::int from revisiones_producto r where r.producto_id = p.id and estado = 'pendiente') as waiting,
      (select count(*)::int from historial_precios h where h.producto_id = p.id) as prices,
      (select count(*)::int from ofertas o where o.producto_id = p.id) as offers
      from productos p where id = ${product}`
  )[0];

describe('a bulk edit of prices', () => {
  test('raises prices and editions by a percentage, and lists the reason of each refusal', async () => {
    const [creator, other] = [await createUser(sql), await createUser(sql)];
    const own = (more: object) => createProduct(sql, { usuario_id: creator, ...more });
    const [plain, free, dear, archived, unsold, reduced] = await Promise.all([
      own({ precio: 9.99 }),
      own({ precio: 0 }),
      own({ precio: 95 }),
      own({ archivado_at: new Date() }),
      own({ status: 'rejected' }),
      own({ precio: 10, oferta: 8 }),
    ]);
    const edition = await createEdition(sql, plain, { nombre: 'Oro', precio: 20 });
    const theirs = await createProduct(sql, { usuario_id: other });
    const all = [plain, free, dear, archived, unsold, reduced, theirs, randomUUID()];
    const before = await Promise.all(all.map(stateOf));
    const shown = await preview(creator, all, rise(10, { ediciones: true }));
    expect(shown.productos.map(({ id }) => id)).toEqual(all);
    expect(reasons(shown.productos)).toEqual({
      [plain]: undefined,
      [free]: 'gratis',
      [dear]: 'precio_maximo',
      [archived]: 'archivado',
      [unsold]: 'no_publicado',
      [reduced]: 'oferta_sin_precio',
      [theirs]: 'no_existe',
      [all[7] as string]: 'no_existe',
    });
    // Names of other people's products are not revealed.
    expect(shown.productos[6]?.nombre).toBeNull();
    expect(shown.productos[0]?.cambios).toEqual([
      { campo: 'precio', antes: 9.99, despues: 10.99, espera: false },
      { campo: 'precio', edicion: 'Oro', antes: 20, despues: 22, espera: false },
    ]);
    expect(await Promise.all(all.map(stateOf))).toEqual(before);
    expect(await sql`select 1 from auditoria where actor_id = ${creator}`).toHaveLength(0);
    await edit(creator, all, rise(10, { ediciones: true }));
    expect(await stateOf(plain)).toMatchObject({ precio: 10.99, waiting: 0 });
    expect((await sql`select precio::float from ediciones where id = ${edition}`)[0]?.precio).toBe(22);
    expect(await Promise.all(all.slice(1).map(stateOf))).toEqual(before.slice(1));
  });

  test('is refused below the minimum price, and waits for a moderator beyond the limits', async () => {
    const creator = await createUser(sql);
    const [cheap, plain] = [
      await createProduct(sql, { usuario_id: creator, precio: 0.6 }),
      await createProduct(sql, { usuario_id: creator, precio: 10 }),
    ];
    const shown = await edit(creator, [cheap, plain], fall(60));
    expect(reasons(shown)).toEqual({ [cheap]: 'precio_minimo', [plain]: undefined });
    expect(shown[1]?.cambios).toEqual([{ campo: 'precio', antes: 10, despues: 4, espera: true }]);
    expect(await stateOf(plain)).toMatchObject({ precio: 10, waiting: 1 });
    const [revision] = await sql`select contenido from revisiones_producto where producto_id = ${plain}`;
    expect(revision?.contenido).toMatchObject({ precio: 4 });
    // It would replace the pending revision.
    expect(reasons(await edit(creator, [plain], fall(70)))).toEqual({ [plain]: 'en_revision' });
    // The waiting revision takes the new price over, as from the form.
    await edit(creator, [plain], { precio: { modo: 'fijar', valor: 9.5 } });
    const [after] = await sql`select contenido from revisiones_producto where producto_id = ${plain}`;
    expect(after?.contenido).toMatchObject({ precio: 9.5 });
    expect(await stateOf(plain)).toMatchObject({ precio: 9.5, waiting: 1 });
  });

  test('of an edition alone raises a price, too', async () => {
    const creator = await createUser(sql);
    const product = await createProduct(sql, { usuario_id: creator, precio: 0.6 });
    await createEdition(sql, product, { nombre: 'Oro', precio: 20 });
    // Half a percent of 0.60 is less than a cent.
    const both = rise(0.5, { ediciones: true, ...offer(10) });
    expect(reasons((await preview(creator, [product], both)).productos)).toEqual({ [product]: 'oferta_sin_precio' });
    const alone = rise(0.5, offer(10));
    expect(reasons((await preview(creator, [product], alone)).productos)).toEqual({ [product]: undefined });
  });

  test('shares the daily limit with changes by the form', async () => {
    const creator = await createUser(sql);
    const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
    for (const price of [10.1, 10.2]) {
      await db.callAs(creator, 'cambiar_precios', {
        p_producto: product,
        p_precio: price,
        p_oferta: null,
        p_ediciones: json([]),
      });
    }
    const set = (valor: number) => edit(creator, [product], { precio: { modo: 'fijar', valor } });
    expect((await set(10.3))[0]?.cambios).toMatchObject([{ despues: 10.3, espera: false }]);
    expect((await set(10.4))[0]?.cambios).toMatchObject([{ despues: 10.4, espera: true }]);
    expect(await stateOf(product)).toMatchObject({ precio: 10.3, waiting: 1 });
  });
});

describe('a bulk edit of genres and versions', () => {
  const start = { generos: ['Aventura', 'PvP'], compatibles: ['1.20', '1.21'] };

  test.each([
    [{ generos: { modo: 'anadir', valores: ['pvp', 'Magia'] } }, { generos: ['Aventura', 'PvP', 'Magia'] }],
    [{ generos: { modo: 'quitar', valores: ['PVP'] } }, { generos: ['Aventura'] }],
    [{ generos: { modo: 'poner', valores: [] } }, { generos: [] }],
    [{ compatibles: { modo: 'anadir', valores: ['1.21.4', '1.20'] } }, { compatibles: ['1.20', '1.21', '1.21.4'] }],
    [{ compatibles: { modo: 'quitar', valores: ['1.20'] } }, { compatibles: ['1.21'] }],
    [{ compatibles: { modo: 'poner', valores: ['1.19'] } }, { compatibles: ['1.19'] }],
  ])('waits for a moderator and applies when approved: %j', async (change, then) => {
    const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
    const product = await createProduct(sql, { usuario_id: creator, descripcion: '<p>Larga</p>', ...start });
    const [shown] = await edit(creator, [product], change);
    expect(shown?.cambios).toMatchObject([{ espera: true, despues: Object.values(then)[0] }]);
    expect(await stateOf(product)).toMatchObject({ ...start, waiting: 1 });
    const [revision] = await sql`select id, md5(contenido::text) as print from revisiones_producto
      where producto_id = ${product}`;
    const decided = await db.callAs(moderator, 'decidir_revision', {
      p_revision: revision?.id,
      p_huella: revision?.print,
      p_aprobar: true,
      p_motivos: [],
      p_nota: '',
    });
    expect(decided).toMatchObject({ ok: true });
    expect(await stateOf(product)).toMatchObject({ ...start, ...then });
    const [kept] = await sql`select descripcion, download_link from productos where id = ${product}`;
    expect(kept).toEqual({ descripcion: '<p>Larga</p>', download_link: 'https://ejemplo.test/producto.zip' });
  });

  test('without a change is shown as such and sends nothing', async () => {
    const creator = await createUser(sql);
    const product = await createProduct(sql, { usuario_id: creator, ...start });
    const [shown] = await edit(creator, [product], { generos: { modo: 'anadir', valores: ['pvp'] } });
    expect(shown).toMatchObject({ cambios: [] });
    expect(await stateOf(product)).toMatchObject({ waiting: 0 });
  });

  test('is refused for pending and rejected products, whose prices and offers can still be edited', async () => {
    const creator = await createUser(sql);
    const [waiting, rejected] = [
      await createProduct(sql, { usuario_id: creator, ...start }),
      await createProduct(sql, { usuario_id: creator, ...start }),
    ];
    for (const product of [waiting, rejected]) {
      await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
        select id, usuario_id, privado.contenido_de(p), false from productos p where id = ${product}`;
    }
    await sql`update revisiones_producto set estado = 'rechazada', decidida_at = now() where producto_id = ${rejected}`;
    const both = [waiting, rejected];
    expect(reasons(await edit(creator, both, { generos: { modo: 'anadir', valores: ['Magia'] } }))).toEqual({
      [waiting]: 'en_revision',
      [rejected]: 'rechazada',
    });
    expect(reasons(await edit(creator, both, fall(10)))).toEqual({ [waiting]: undefined, [rejected]: 'rechazada' });
    expect(reasons(await edit(creator, both, offer(20)))).toEqual({ [waiting]: undefined, [rejected]: undefined });
  });

  test('is refused if it results in too many versions or genres', async () => {
    const creator = await createUser(sql);
    const product = await createProduct(sql, { usuario_id: creator, generos: ['x'.repeat(80), 'y'.repeat(80)] });
    const versions = (from: number) => Array.from({ length: 20 }, (_, n) => `1.${from + n}`);
    await sql`update productos set compatibles = ${versions(1)} where id = ${product}`;
    expect(reasons(await edit(creator, [product], { compatibles: { modo: 'anadir', valores: versions(30) } }))).toEqual(
      { [product]: 'demasiadas_versiones' },
    );
    const genres = ['v'.repeat(80), 'w'.repeat(80)];
    expect(reasons(await edit(creator, [product], { generos: { modo: 'anadir', valores: genres } }))).toEqual({
      [product]: 'demasiados_generos',
    });
  });

  test('sends at most sixty revisions per hour, and the preview shows this', { tags: 'nightly' }, async () => {
    const creator = await createUser(sql);
    const products = await Promise.all(
      Array.from({ length: 40 }, () => createProduct(sql, { usuario_id: creator, ...start })),
    );
    const add = (valor: string) => ({ generos: { modo: 'anadir', valores: [valor] } });
    await edit(creator, products, add('Magia'));
    await sql`delete from revisiones_producto where autor_id = ${creator}`;
    const shown = await edit(creator, products, add('Magia'));
    expect(shown.filter(({ motivo }) => motivo === 'demasiados_intentos')).toHaveLength(20);
    expect(shown.filter(({ cambios }) => cambios)).toHaveLength(20);
  });
});

describe('a bulk edit of offers', () => {
  test('starts offers today, also of editions, and lists the reason of each refusal', async () => {
    const creator = await createUser(sql);
    const own = (more: object) => createProduct(sql, { usuario_id: creator, ...more });
    const [plain, free, cheap, reduced, busy] = await Promise.all([
      own({ precio: 9.99 }),
      own({ precio: 0 }),
      own({ precio: 0.55 }),
      own({ precio: 10, oferta: 8 }),
      own({ precio: 10 }),
    ]);
    await createEdition(sql, plain, { nombre: 'Oro', precio: 20 });
    await edit(creator, [busy], offer(5));
    const shown = await edit(creator, [plain, free, cheap, reduced, busy], offer(20, { ediciones: true }));
    expect(reasons(shown)).toEqual({
      [plain]: undefined,
      [free]: 'gratis',
      [cheap]: 'oferta_minima',
      [reduced]: 'ya_rebajado',
      [busy]: 'oferta_solapada',
    });
    expect(shown[0]?.cambios).toMatchObject([
      { campo: 'oferta', antes: null, despues: 7.99, hasta: day(7), espera: false },
      { campo: 'oferta', edicion: 'Oro', despues: 16 },
    ]);
    expect(await stateOf(plain)).toMatchObject({ precio: 9.99, oferta: 7.99, offers: 2 });
    expect(await stateOf(busy)).toMatchObject({ offers: 1 });
  });

  test('is refused together with a price increase, but not with a decrease', async () => {
    const creator = await createUser(sql);
    const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
    expect(reasons(await edit(creator, [product], rise(10, offer(20))))).toEqual({ [product]: 'oferta_sin_precio' });
    expect(await stateOf(product)).toMatchObject({ precio: 10, oferta: null, offers: 0, prices: 1 });
    await edit(creator, [product], fall(10, offer(20)));
    expect(await stateOf(product)).toMatchObject({ precio: 9, oferta: 7.2, offers: 1 });
  });

  test('is refused with an end in the past or too far ahead', async () => {
    const creator = await createUser(sql);
    const product = await createProduct(sql, { usuario_id: creator });
    for (const hasta of [day(-1), day(91)]) {
      expect(reasons(await edit(creator, [product], { oferta: { porcentaje: 10, hasta } }))).toEqual({
        [product]: 'fechas_no_validas',
      });
    }
  });
});

describe('a bulk end of offers', () => {
  const end = (more: object = {}) => ({ oferta: { modo: 'terminar' }, ...more });
  const offersOf = async (product: string) =>
    (
      await sql`select (select oferta::float from productos where id = ${product}) as own,
        (select jsonb_agg(oferta order by orden) from ediciones where producto_id = ${product}) as editions,
        (select count(*)::int from ofertas where producto_id = ${product} and desde <= now() and hasta > now()) as running,
        (select count(*)::int from ofertas where producto_id = ${product} and desde > now()) as planned`
    )[0];

  test('ends offers with and without dates, also of editions, and keeps later ones', async () => {
    const creator = await createUser(sql);
    const own = (more: object) => createProduct(sql, { usuario_id: creator, ...more });
    const [dated, fixed, both, none] = [
      await own({ precio: 10 }),
      await own({ precio: 10, oferta: 8 }),
      await own({ precio: 10, oferta: 9 }),
      await own({ precio: 10 }),
    ];
    await createEdition(sql, dated, { nombre: 'Oro', precio: 20 });
    await edit(creator, [dated], offer(20, { ediciones: true }));
    await edit(creator, [both], offer(30));
    await db.callAs(creator, 'programar_oferta', {
      ...{ p_producto: both, p_edicion: null, p_precio: 5, p_desde: day(20), p_hasta: day(25) },
      ...{ p_descripcion: '', p_descripcion_en: null },
    });
    const shown = await edit(creator, [dated, fixed, both, none], end({ ediciones: true }));
    expect(shown.map(({ cambios }) => cambios)).toMatchObject([
      [
        { campo: 'oferta', edicion: null, antes: 8, despues: null, espera: false },
        { campo: 'oferta', edicion: 'Oro', antes: 16, despues: null, espera: false },
      ],
      [{ campo: 'oferta', antes: 8, despues: null, espera: false }],
      [{ campo: 'oferta', antes: 7, despues: null, espera: false }],
      [],
    ]);
    expect(await offersOf(dated)).toEqual({ own: null, editions: [null], running: 0, planned: 0 });
    expect(await offersOf(fixed)).toMatchObject({ own: null, running: 0 });
    expect(await offersOf(both)).toMatchObject({ own: null, running: 0, planned: 1 });
    for (const product of [dated, fixed, both])
      expect(await stateOf(product)).toMatchObject({ precio: 10, waiting: 0 });
    // The preview changes nothing, and a second edit finds no offers to end.
    expect((await edit(creator, [dated], end({ ediciones: true })))[0]?.cambios).toEqual([]);
  });

  test('keeps offers of editions that were not included', async () => {
    const creator = await createUser(sql);
    const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
    await createEdition(sql, product, { nombre: 'Oro', precio: 20 });
    await edit(creator, [product], offer(20, { ediciones: true }));
    await edit(creator, [product], end());
    expect(await offersOf(product)).toMatchObject({ own: null, editions: [16], running: 1 });
  });

  test('can also raise the price, which requires a moderator beyond the limits', async () => {
    const creator = await createUser(sql);
    const own = (more: object) => createProduct(sql, { usuario_id: creator, precio: 10, ...more });
    const [fixed, dated, far] = [await own({ oferta: 8 }), await own({}), await own({ oferta: 8 })];
    await edit(creator, [dated], offer(20));
    const risen = await edit(creator, [fixed, dated], rise(10, end()));
    for (const { cambios } of risen)
      expect(cambios).toMatchObject([
        { campo: 'precio', despues: 11, espera: false },
        { campo: 'oferta', antes: 8, despues: null, espera: false },
      ]);
    for (const product of [fixed, dated]) expect(await stateOf(product)).toMatchObject({ precio: 11, oferta: null });
    expect((await edit(creator, [far], rise(200, end())))[0]?.cambios).toMatchObject([
      { campo: 'precio', despues: 30, espera: true },
      { campo: 'oferta', antes: 8, despues: null, espera: true },
    ]);
    expect(await stateOf(far)).toMatchObject({ precio: 10, oferta: 8, waiting: 1 });
    const [sent] = await sql`select contenido -> 'oferta' as offer from revisiones_producto where producto_id = ${far}`;
    expect(sent?.offer).toBeNull();
  });

  test.each([{ modo: 'terminar', porcentaje: 10 }, { modo: 'otro' }, {}])('is refused for %j', async (oferta) => {
    const creator = await createUser(sql);
    expect(await preview(creator, [await createProduct(sql, { usuario_id: creator })], { oferta })).toMatchObject({
      error: 'datos_no_validos',
    });
  });
});

describe('a bulk edit', () => {
  test('skips products changed since the preview or missing from it', async () => {
    const creator = await createUser(sql);
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(() => createProduct(sql, { usuario_id: creator, precio: 10 })),
    );
    const shown = await preview(creator, [one, two, three] as string[], rise(10));
    await sql`update productos set precio = 12 where id = ${two as string}`;
    const { productos } = await apply(creator, rise(10), { ...marksOf(shown), [three as string]: 'otra' });
    expect(reasons(productos)).toEqual({
      [one as string]: undefined,
      [two as string]: 'cambiado',
      [three as string]: 'cambiado',
    });
    expect(await stateOf(two as string)).toMatchObject({ precio: 12 });
    expect(await stateOf(three as string)).toMatchObject({ precio: 10 });
  });

  test('is made once per idempotency key, even by concurrent requests', async () => {
    const creator = await createUser(sql);
    const products = await Promise.all([1, 2, 3].map(() => createProduct(sql, { usuario_id: creator, precio: 10 })));
    const marks = marksOf(await preview(creator, products, rise(10)));
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => apply(creator, rise(10), marks, key)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.productos.every(({ cambios }) => cambios?.length === 1)).toBe(true);
    expect(await apply(creator, rise(10), marks, key)).toEqual(answers[0]);
    for (const product of products) expect(await stateOf(product)).toMatchObject({ precio: 11, prices: 2 });
    expect(await sql`select 1 from auditoria where actor_id = ${creator} and accion = 'editar_productos'`).toHaveLength(
      1,
    );
  });

  test('does not deadlock with other edits of the same products', { tags: 'nightly' }, async () => {
    const creator = await createUser(sql);
    const products = await Promise.all(
      Array.from({ length: 6 }, () => createProduct(sql, { usuario_id: creator, precio: 10, generos: ['PvP'] })),
    );
    const add = (genre: string) => ({ generos: { modo: 'anadir', valores: [genre] } });
    const marks = marksOf(await preview(creator, products, add('Magia')));
    const contents =
      await sql`select id, privado.contenido_de(p) as content from productos p where usuario_id = ${creator}`;
    const done = await Promise.all([
      apply(creator, add('Magia'), marks),
      preview(creator, products.toReversed(), add('Nieve')),
      ...contents.map(({ id, content }) =>
        db.callAs(creator, 'proponer_cambios', { p_producto: id, p_contenido: json(content) }),
      ),
    ]);
    for (const answer of done) expect(answer).toMatchObject({ ok: true });
    for (const product of products) expect(await stateOf(product)).toMatchObject({ waiting: 1 });
  });

  test('is refused if it is malformed', async () => {
    const creator = await createUser(sql);
    const product = await createProduct(sql, { usuario_id: creator });
    const refused = { ok: false, error: 'datos_no_validos' };
    for (const change of [
      {},
      { ediciones: true },
      { precio: { modo: 'doblar', valor: 2 } },
      { precio: { modo: 'subir', valor: -5 } },
      { precio: { modo: 'subir', valor: 'mucho' } },
      { precio: { modo: 'fijar', valor: 1e300 } },
      { oferta: { porcentaje: 100, hasta: day(3) } },
      { oferta: { porcentaje: 10 } },
      { oferta: { porcentaje: 10, hasta: '2026-02-31' } },
      { generos: { modo: 'anadir', valores: [] } },
      { generos: { modo: 'anadir', valores: [7] } },
      { generos: { modo: 'poner' } },
      { compatibles: { modo: 'poner', valores: ['   '] } },
      { stock: { modo: 'poner' } },
    ]) {
      expect(await preview(creator, [product], change), JSON.stringify(change)).toEqual(refused);
      expect(await apply(creator, change, { [product]: 'x' })).toEqual(refused);
    }
    const args = { p_cambio: json(rise(10)), p_huellas: json({ [product]: 'x' }), p_clave: null };
    expect(await db.callAs(creator, 'editar_productos', args)).toEqual(refused);
  });

  test('is limited to 1 to 50 products', async () => {
    const creator = await createUser(sql);
    const refused = { ok: false, error: 'datos_no_validos' };
    const many = Array.from({ length: 51 }, () => randomUUID());
    for (const products of [[], many, [null as unknown as string]]) {
      expect(await preview(creator, products, rise(10))).toEqual(refused);
    }
    expect(await apply(creator, rise(10), {})).toEqual(refused);
    expect(await apply(creator, rise(10), { 'no es un id': 'x' })).toEqual(refused);
    expect(await apply(creator, rise(10), Object.fromEntries(many.map((id) => [id, 'x'])))).toEqual(refused);
  });

  test('is refused for disabled accounts', async () => {
    const creator = await createUser(sql, { reputacion: 'deshabilitado' });
    const product = await createProduct(sql, { usuario_id: creator });
    expect(await preview(creator, [product], rise(10))).toEqual({ ok: false, error: 'cuenta_deshabilitada' });
  });
});

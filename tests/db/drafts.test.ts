import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buy, createCoupon, createProduct, createUser, decideRevision, editProduct, submission } from './factories.ts';
import { type Answer, openDatabase, type Sql } from './harness.ts';

const db = await openDatabase({ connections: 8 });
const { sql } = db;

const json = (value: Record<string, unknown>) => sql.json(value as never);
const keep = (who: string, id: string, text: string, version: number, product: string | null = null) =>
  db.callAs(who, 'guardar_borrador', {
    p_id: id,
    p_producto: product,
    p_contenido: json({ name: text }),
    p_version: version,
  });
const draftsOf = (who: string) =>
  db.asUser(who, (tx) => tx`select id, producto_id, contenido ->> 'name' as name, version from borradores`);
const content = submission({ nombre: 'Torre' });
const create = async (who: string) => {
  const made = await db.callAs(who, 'crear_producto', { p_slug: `torre-${randomUUID()}`, p_contenido: json(content) });
  return String(made.producto_id);
};
const cancel = (who: string, product: string) =>
  db.callAs(who, 'cancelar_envio', {
    p_producto: product,
    p_borrador: randomUUID(),
    p_contenido: json({ name: 'lo escrito' }),
  });
const stateOf = async (product: string) => (await sql`select status from productos where id = ${product}`)[0]?.status;

test('concurrent saves of a draft conflict, and a repeated request changes nothing', async () => {
  const [creator, stranger, id] = [await createUser(sql), await createUser(sql), randomUUID()];
  expect(await keep(creator, id, 'uno', 0)).toEqual({ ok: true, version: 1 });
  expect(await keep(creator, id, 'uno', 0)).toEqual({ ok: true, version: 1 });
  const both = await Promise.all([keep(creator, id, 'tab A', 1), keep(creator, id, 'tab B', 1)]);
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, error: 'cambiado', id, version: 2 });
  expect(await keep(stranger, id, 'mío', 2)).toEqual({ ok: false, error: 'no_existe' });
  expect(await draftsOf(stranger)).toEqual([]);
  await db.callAs(stranger, 'borrar_borrador', { p_id: id });
  expect(await draftsOf(creator)).toHaveLength(1);
  const other = randomUUID();
  await keep(creator, other, 'otro', 0);
  expect(await keep(creator, id, 'tres', 2)).toEqual({ ok: true, version: 3 });
  expect(await draftsOf(creator)).toContainEqual({ id: other, producto_id: null, name: 'otro', version: 1 });
  await db.callAs(creator, 'borrar_borrador', { p_id: id, p_version: 2 });
  expect(await draftsOf(creator)).toHaveLength(2);
  await db.callAs(creator, 'borrar_borrador', { p_id: id, p_version: 3 });
  expect(await draftsOf(creator)).toMatchObject([{ id: other }]);
  await db.callAs(creator, 'borrar_borrador', { p_id: other });
  // An open tab does not restore a draft that was sent or discarded.
  expect(await keep(creator, id, 'de nuevo', 2)).toEqual({ ok: false, error: 'cambiado', version: 0 });
  expect(await draftsOf(creator)).toEqual([]);
});

test('a product has one draft, only for its creator, and drafts are limited', async () => {
  const [creator, stranger] = [await createUser(sql), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator });
  const both = await Promise.all([
    keep(creator, randomUUID(), 'A', 0, product),
    keep(creator, randomUUID(), 'B', 0, product),
  ]);
  expect(both.map(({ error }) => error).sort()).toEqual(['cambiado', undefined]);
  expect(await keep(stranger, randomUUID(), 'C', 0, product)).toEqual({ ok: false, error: 'no_existe' });
  expect(await keep(stranger, randomUUID(), 'x'.repeat(300_001), 0)).toEqual({ ok: false, error: 'datos_no_validos' });
  await sql`insert into borradores (id, usuario_id, contenido)
    select gen_random_uuid(), ${stranger}, '{}' from generate_series(1, 49)`;
  const last = await Promise.all([keep(stranger, randomUUID(), 'D', 0), keep(stranger, randomUUID(), 'E', 0)]);
  expect(last.map(({ error }) => error).sort()).toEqual(['demasiados_borradores', undefined]);
});

test('withdrawing an undecided product keeps its draft and frees its address', async () => {
  const [creator, stranger] = [await createUser(sql), await createUser(sql)];
  const product = await create(creator);
  const others = await Promise.all([create(creator), create(stranger)]);
  expect(await cancel(stranger, product)).toEqual({ ok: false, error: 'no_existe' });
  expect(await cancel(creator, product)).toMatchObject({ ok: true, es_nuevo: true });
  expect(await Promise.all([product, ...others].map(stateOf))).toEqual([undefined, 'pending', 'pending']);
  expect(await draftsOf(creator)).toMatchObject([{ producto_id: null, name: 'lo escrito' }]);
  expect(await cancel(creator, product)).toEqual({ ok: false, error: 'no_existe' });
});

test('withdrawing a change keeps the product on sale, and a concurrent decision has one outcome', async () => {
  const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
  const product = await create(creator);
  const pending = async () =>
    (await sql`select id from revisiones_producto where producto_id = ${product} and estado = 'pendiente'`)[0]?.id;
  const approve = (revision: unknown) =>
    decideRevision(db, moderator, { p_revision: revision, p_aprobar: true, p_motivos: [], p_nota: '' });
  const propose = () =>
    db.callAs(creator, 'proponer_cambios', {
      p_producto: product,
      p_contenido: json({ ...content, nombre: 'Torre nueva' }),
    });
  await approve(await pending());
  await propose();
  expect(await cancel(creator, product)).toMatchObject({ ok: true, es_nuevo: false });
  expect(await stateOf(product)).toBe('approved');
  expect(await draftsOf(creator)).toMatchObject([{ producto_id: product, name: 'lo escrito' }]);
  expect(await db.callAs(creator, 'estado_revision', { p_producto: product })).toMatchObject({ estado: 'cancelada' });
  expect(await cancel(creator, product)).toEqual({ ok: false, error: 'ya_resuelta' });
  await propose();
  // Read before the race: a withdrawal that wins leaves no revision waiting.
  const revision = await pending();
  const [taken, decided] = await Promise.all([cancel(creator, product), approve(revision)]);
  expect([taken.ok, decided.ok].filter(Boolean)).toHaveLength(1);
});

test('withdrawing a change keeps later edits', async () => {
  const [creator, written] = [await createUser(sql), randomUUID()];
  const product = await createProduct(sql, { usuario_id: creator });
  await db.callAs(creator, 'proponer_cambios', { p_producto: product, p_contenido: json(content) });
  await keep(creator, written, 'lo de después', 0, product);
  expect(await cancel(creator, product)).toMatchObject({ ok: true, es_nuevo: false, borrador_id: written });
  expect(await draftsOf(creator)).toEqual([{ id: written, producto_id: product, name: 'lo de después', version: 1 }]);
});

test('withdrawing a new product keeps later edits as a draft', async () => {
  const [creator, written] = [await createUser(sql), randomUUID()];
  const product = await create(creator);
  await keep(creator, written, 'lo de después', 0, product);
  expect(await cancel(creator, product)).toMatchObject({ ok: true, es_nuevo: true, borrador_id: written });
  expect(await draftsOf(creator)).toMatchObject([{ id: written, producto_id: null, name: 'lo de después' }]);
});

test('withdrawing a revision of a delisted product keeps the product for its buyers', async () => {
  const [creator, buyer, admin] = [
    await createUser(sql),
    await createUser(sql),
    await createUser(sql, { role: 'admin' }),
  ];
  // No revision of it was decided: the team put it on sale.
  const product = await createProduct(sql, {
    usuario_id: creator,
    nombre: 'Torre',
    download_link: content.download_link,
  });
  await buy(db, buyer, { producto: product });
  await editProduct(db, admin, product, { status: 'rejected' });
  const sent = json({ ...content, nombre: 'Torre nueva', download_link: 'https://ejemplo.test/otra-cosa.zip' });
  await db.callAs(creator, 'proponer_cambios', { p_producto: product, p_contenido: sent });
  expect(await cancel(creator, product)).toMatchObject({ ok: true, es_nuevo: false });
  expect(await stateOf(product)).toBe('rejected');
  expect(await draftsOf(creator)).toMatchObject([{ producto_id: product, name: 'lo escrito' }]);
  const [order] = await sql`select id from adquisiciones where user_id = ${buyer}`;
  expect(await db.callAs(buyer, 'enlace_descarga', { p_adquisicion: order?.id })).toMatchObject({
    download_link: content.download_link,
  });
});

const attached: Array<[what: string, attach: (product: string, creator: string) => Promise<unknown>]> = [
  [
    'has redeem codes',
    (product) => sql`insert into codigos_canjes (codigo, id_producto) values (${randomUUID()}, ${product})`,
  ],
  ['has a coupon', (product) => createCoupon(sql, product)],
  [
    'was redeemed',
    async (product) =>
      sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
        values (${await createUser(sql)}, ${product}, 'codigo', 0, 'Jugador_1')`,
  ],
  [
    'is the base of another',
    (product, creator) => createProduct(sql, { usuario_id: creator, DLC: true, base_id: product }),
  ],
  [
    'waits to be the base of another',
    async (product, creator) =>
      db.callAs(creator, 'proponer_cambios', {
        p_producto: await createProduct(sql, { usuario_id: creator }),
        p_contenido: json({ ...content, DLC: true, base_id: product }),
      }),
  ],
];

test.each(attached)('withdrawing a new product that %s keeps it as rejected', async (_what, attach) => {
  const creator = await createUser(sql);
  const product = await create(creator);
  await attach(product, creator);
  expect(await cancel(creator, product)).toMatchObject({ ok: true, es_nuevo: false });
  expect(await stateOf(product)).toBe('rejected');
  expect(await draftsOf(creator)).toMatchObject([{ producto_id: product, name: 'lo escrito' }]);
});

type Deed = (creator: string, product: string) => Promise<Answer>;
const deeds: Array<[what: string, deed: Deed, answer: object]> = [
  ['withdraws the submission', (creator, product) => cancel(creator, product), { ok: false, error: 'ya_resuelta' }],
  [
    'archives the product',
    (creator, product) => db.callAs(creator, 'archivar_producto', { p_producto: product, p_archivar: true }),
    { ok: true },
  ],
  [
    'changes the price',
    (creator, product) =>
      db.callAs(creator, 'cambiar_precios', {
        p_producto: product,
        p_precio: 9,
        p_oferta: 0,
        p_ediciones: sql.json([]),
      }),
    { ok: true },
  ],
];

test.each(deeds)(
  'a creator who %s during a moderator’s decision waits without a deadlock',
  async (_what, deed, answer) => {
    const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
    const product = await create(creator);
    const claims = JSON.stringify({ sub: moderator, role: 'authenticated', aal: 'aal2' });
    const done = await sql.begin(async (begun) => {
      const tx = begun as unknown as Sql;
      await tx`select set_config('request.jwt.claims', ${claims}, true)`;
      // The first lock of a decision.
      await tx`select from productos where id = ${product} for no key update`;
      const waiting = deed(creator, product);
      await db.waitForLock();
      const [row] = await tx<[{ answer: Answer }]>`
        select decidir_revision(id, md5(contenido::text), true, '{}', '') as answer from revisiones_producto
        where producto_id = ${product} and estado = 'pendiente'`;
      return { waiting, decided: row.answer };
    });
    expect(done.decided).toMatchObject({ ok: true });
    expect(await done.waiting).toMatchObject(answer);
  },
);

test('an archived product is hidden and not for sale, stays with its buyers, and can be restored', async () => {
  const [creator, stranger, buyer, admin] = [
    await createUser(sql),
    await createUser(sql),
    await createUser(sql),
    await createUser(sql, { role: 'admin' }),
  ];
  const product = await createProduct(sql, { usuario_id: creator });
  await buy(db, buyer, { producto: product });
  const archive = (who: string, p_archivar: boolean) =>
    db.callAs(who, 'archivar_producto', { p_producto: product, p_archivar });
  const state = async () =>
    (
      await sql`select oculto, disponibilidad, archivado_at is not null as away from productos where id = ${product}`
    )[0];
  expect(await archive(stranger, true)).toEqual({ ok: false, error: 'no_existe' });
  expect(await archive(creator, true)).toMatchObject({ ok: true });
  expect(await state()).toEqual({ oculto: true, disponibilidad: false, away: true });
  expect(await db.callAnon('cotizar_compra', { p_producto: product })).toMatchObject({ error: 'no_disponible' });
  await editProduct(db, admin, product, { disponibilidad: true });
  expect(await state()).toMatchObject({ disponibilidad: false });
  expect(await sql`select 1 from adquisiciones where producto_id = ${product} and revocada_at is null`).toHaveLength(1);
  await archive(creator, false);
  expect(await state()).toEqual({ oculto: false, disponibilidad: true, away: false });
});

test('an admin archives and restores any product without a pending revision, and a moderator cannot', async () => {
  const [creator, admin, moderator] = [
    await createUser(sql),
    await createUser(sql, { role: 'admin' }),
    await createUser(sql, { role: 'moderador' }),
  ];
  const product = await createProduct(sql, { usuario_id: creator });
  const archive = (who: string, p_archivar: boolean) =>
    db.callAs(who, 'archivar_producto', { p_producto: product, p_archivar });
  expect(await archive(moderator, true)).toEqual({ ok: false, error: 'no_existe' });
  expect(await archive(admin, true)).toMatchObject({ ok: true, en_venta: false });
  expect(await sql`select accion from auditoria where objeto_id = ${product} and actor_id = ${admin}`).toEqual([
    { accion: 'archivar_producto' },
  ]);
  expect(await archive(admin, false)).toMatchObject({ ok: true, en_venta: true });
  await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva) values
    (${product}, ${creator}, '{}', false)`;
  expect(await archive(admin, true)).toEqual({ ok: false, error: 'en_revision' });
  expect(await archive(creator, true)).toMatchObject({ ok: true });
});

test('archiving and restoring is limited to twenty times an hour', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator });
  const archive = (p_archivar: boolean) => db.callAs(creator, 'archivar_producto', { p_producto: product, p_archivar });
  for (let turn = 1; turn <= 20; turn += 1) expect(await archive(turn % 2 === 1)).toMatchObject({ ok: true });
  expect(await archive(false)).toMatchObject({ ok: true });
  expect(await archive(true)).toEqual({ ok: false, error: 'demasiados_intentos' });
});

test('restoring keeps the state: an admin’s delisting holds until a change is approved', async () => {
  const [creator, buyer, admin] = [
    await createUser(sql),
    await createUser(sql),
    await createUser(sql, { role: 'admin' }),
  ];
  const product = await createProduct(sql, { usuario_id: creator, slug: `torre-${randomUUID()}` });
  const [row] = await sql`select slug from productos where id = ${product}`;
  const archive = (p_archivar: boolean) => db.callAs(creator, 'archivar_producto', { p_producto: product, p_archivar });
  const quoted = () => db.callAs(buyer, 'cotizar_compra', { p_producto: product });
  await editProduct(db, admin, product, { disponibilidad: false });
  await archive(true);
  expect(await archive(false)).toMatchObject({ ok: true, en_venta: false });
  expect(await quoted()).toMatchObject({ error: 'no_disponible' });
  await archive(true);
  const { contenido } = await db.callAs<{ contenido: object }>(creator, 'contenido_producto', { p_slug: row?.slug });
  expect(contenido).toMatchObject({ disponibilidad: false });
  await db.callAs(creator, 'proponer_cambios', {
    p_producto: product,
    p_contenido: json({ ...contenido, ...content, disponibilidad: true }),
  });
  const [revision] =
    await sql`select id from revisiones_producto where producto_id = ${product} and estado = 'pendiente'`;
  const decision = { p_revision: revision?.id, p_aprobar: true, p_motivos: [], p_nota: '' };
  expect(await decideRevision(db, admin, decision)).toMatchObject({ ok: true });
  expect(await quoted()).toMatchObject({ error: 'no_disponible' });
  expect(await archive(false)).toMatchObject({ ok: true, en_venta: true });
  expect(await quoted()).toMatchObject({ ok: true });
  expect(await sql`select disponible_al_archivar as kept from productos where id = ${product}`).toEqual([
    { kept: null },
  ]);
});

test('archiving turns a pending change into the draft, unless there is a newer one', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator });
  const propose = () => db.callAs(creator, 'proponer_cambios', { p_producto: product, p_contenido: json(content) });
  const putAway = (text: string) =>
    db.callAs(creator, 'archivar_producto', {
      p_producto: product,
      p_archivar: true,
      p_borrador: randomUUID(),
      p_contenido: json({ name: text }),
    });
  const back = () => db.callAs(creator, 'archivar_producto', { p_producto: product, p_archivar: false });
  const waiting = await create(await createUser(sql));
  await putAway('nada espera');
  expect(await draftsOf(creator)).toEqual([]);
  await back();
  await propose();
  expect(await putAway('lo enviado')).toMatchObject({ ok: true });
  expect(await draftsOf(creator)).toMatchObject([{ producto_id: product, name: 'lo enviado' }]);
  await back();
  await propose();
  await putAway('otra cosa');
  expect(await draftsOf(creator)).toMatchObject([{ producto_id: product, name: 'lo enviado' }]);
  expect(await db.callAs(creator, 'estado_revision', { p_producto: product })).toMatchObject({ estado: 'cancelada' });
  expect(await sql`select estado from revisiones_producto where producto_id = ${waiting}`).toEqual([
    { estado: 'pendiente' },
  ]);
});

test('the form of an archived product shows its availability after restoring', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator });
  await db.callAs(creator, 'archivar_producto', { p_producto: product, p_archivar: true });
  const [row] = await sql`select slug from productos where id = ${product}`;
  expect(await db.callAs(creator, 'contenido_producto', { p_slug: row?.slug })).toMatchObject({
    contenido: { disponibilidad: true },
  });
});

test('an edition at 0 is refused like a product', async () => {
  const creator = await createUser(sql);
  const made = await db.callAs(creator, 'crear_producto', {
    p_slug: `torre-${randomUUID()}`,
    p_contenido: json({ ...content, ediciones: [{ nombre: 'Gratis', precio: 0 }] }),
  });
  expect(made).toEqual({ ok: false, error: 'datos_no_validos' });
});

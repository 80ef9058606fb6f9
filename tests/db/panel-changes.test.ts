import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCoupon, createProduct, createUser, decideRevision, giveCoins, submission } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 8 });
const { sql } = db;
const [admin, other, stranger] = [
  await createUser(sql, { role: 'admin' }),
  await createUser(sql, { role: 'admin' }),
  await createUser(sql),
];

type Fields = Record<string, unknown>;

const saveProduct = (who: string, id: string, base: Fields, changes: Fields, p_motivo?: string) =>
  db.callAs(who, 'guardar_producto', {
    p_producto: id,
    p_base: sql.json(base as never),
    p_cambios: sql.json(changes as never),
    ...(p_motivo ? { p_motivo } : {}),
  });

async function productRow(id: string) {
  const [row] =
    await sql`select nombre, precio::float, oferta::float, status, unidades from productos where id = ${id}`;
  return row;
}

async function sendRevision(product: string, content: Fields) {
  const [row] = await sql`select to_jsonb(p) || ${sql.json(content as never)}::jsonb as content, usuario_id
    from productos p where id = ${product}`;
  const id = randomUUID();
  await sql`insert into revisiones_producto (id, producto_id, autor_id, contenido, es_nueva)
    values (${id}, ${product}, ${row?.usuario_id}, ${row?.content}, true)`;
  return id;
}

test('a stale form does not restore an old price, and reports the current one', async () => {
  const id = await createProduct(sql, { precio: 9 });
  expect(await saveProduct(other, id, { precio: 9 }, { precio: 12 })).toMatchObject({ ok: true });
  // The form of the first admin still shows 9 and changes the units only.
  expect(await saveProduct(admin, id, { unidades: null }, { unidades: 7 })).toMatchObject({ ok: true });
  expect(await productRow(id)).toMatchObject({ unidades: 7, precio: 12 });
  // It changes the price, too, without having shown the new one: nothing is saved.
  const both = { precio: 9, unidades: 7 };
  expect(await saveProduct(admin, id, both, { precio: 8, unidades: 6 })).toEqual({
    ok: false,
    error: 'conflicto',
    precio: '12',
  });
  expect(await productRow(id)).toMatchObject({ unidades: 7, precio: 12 });
  expect(await saveProduct(admin, id, { ...both, precio: 12 }, { precio: 8 })).toMatchObject({ ok: true });
  // An already equal value is no conflict, and a missing offer equals 0.
  expect(await saveProduct(other, id, { precio: 12, oferta: 0 }, { precio: 8, oferta: 5 })).toMatchObject({ ok: true });
  expect(await productRow(id)).toMatchObject({ precio: 8, oferta: 5 });
  expect(await saveProduct(admin, id, { oferta: 0 }, { oferta: 4 })).toMatchObject({ error: 'conflicto', oferta: '5' });
});

test('a price is at most what its creator may keep in their own form', async () => {
  const id = await createProduct(sql, { precio: 9 });
  expect(await saveProduct(admin, id, { precio: 9 }, { precio: 99.01 })).toMatchObject({ error: 'datos_no_validos' });
  expect(await saveProduct(admin, id, { precio: 9 }, { precio: 99 })).toMatchObject({ ok: true });
  expect(await saveProduct(admin, id, { precio: 99 }, { precio: 0 })).toMatchObject({ ok: true });
});

test('a pack of UnCoins has a price, because its coins are worth money', async () => {
  const pack = await createProduct(sql, { category: 'uncoins', uncoins: 100, precio: 1.59 });
  expect(await saveProduct(admin, pack, { precio: 1.59 }, { precio: 0 })).toMatchObject({ error: 'datos_no_validos' });
  expect(await saveProduct(admin, pack, { precio: 1.59 }, { precio: 1.29 })).toMatchObject({ ok: true });
});

test('all but one of several concurrent saves of one price get a conflict', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await createProduct(sql, { precio: 9 });
    const answers = await Promise.all(
      [11, 12, 13].map((precio) => saveProduct(precio === 12 ? other : admin, id, { precio: 9 }, { precio })),
    );
    expect(answers.map(({ ok, error }) => (ok ? 'saved' : error)).toSorted()).toEqual([
      'conflicto',
      'conflicto',
      'saved',
    ]);
  }
});

test('a form has to send the loaded value of every changed field, and only admins may save', async () => {
  const id = await createProduct(sql);
  expect(await saveProduct(admin, id, {}, { precio: 3 })).toMatchObject({ error: 'datos_no_validos' });
  // Texts and pictures have their own form, which notifies the creator.
  for (const [field, value] of Object.entries({ usuario_id: admin, nombre: 'Otro', video_trailer: '' }))
    expect(await saveProduct(admin, id, { [field]: 'x' }, { [field]: value }), field).toMatchObject({
      error: 'datos_no_validos',
    });
  expect(await saveProduct(stranger, id, { precio: 10 }, { precio: 3 })).toEqual({ ok: false, error: 'sin_permiso' });
  const person = { p_usuario: id, p_base: sql.json({}), p_cambios: sql.json({}), p_motivo: 'Porque' };
  expect(await db.callAs(stranger, 'guardar_usuario', person)).toEqual({ ok: false, error: 'sin_permiso' });
  const coupon = { p_cupon: id, p_base: sql.json({}), p_cambios: sql.json({}) };
  expect(await db.callAs(stranger, 'guardar_cupon', coupon)).toEqual({ ok: false, error: 'sin_permiso' });
  expect(await db.callAs(admin, 'guardar_cupon', coupon)).toEqual({ ok: false, error: 'no_existe' });
});

test('an open form does not overwrite coins that changed in the meantime', async () => {
  const person = await createUser(sql);
  const save = (base: Fields, changes: Fields) =>
    db.callAs(admin, 'guardar_usuario', {
      p_usuario: person,
      p_base: sql.json(base as never),
      p_cambios: sql.json(changes as never),
      p_motivo: 'Ajuste pedido',
    });
  await giveCoins(sql, person, 40);
  expect(await save({ uncoins: 0, role: 'user' }, { uncoins: 15, role: 'moderador' })).toEqual({
    ok: false,
    error: 'conflicto',
    uncoins: '40',
  });
  expect(await save({ uncoins: 40, role: 'user' }, { uncoins: 15, role: 'moderador' })).toEqual({ ok: true });
  const [row] = await sql`select uncoins, role from usuarios_meta where id = ${person}`;
  expect(row).toEqual({ uncoins: 15, role: 'moderador' });
});

test('two admins who demote each other at once do not deadlock', async () => {
  const [one, two] = [await createUser(sql, { role: 'admin' }), await createUser(sql, { role: 'admin' })];
  const demote = (who: string, whom: string) =>
    db.callAs(who, 'guardar_usuario', {
      p_usuario: whom,
      p_base: sql.json({ role: 'admin' }),
      p_cambios: sql.json({ role: 'user' }),
      p_motivo: 'Ya no',
    });
  const answers = await Promise.all([demote(one, two), demote(two, one)]);
  expect(answers.map(({ ok, error }) => (ok ? 'done' : error)).toSorted()).toEqual(['done', 'sin_permiso']);
});

test('a form of a coupon keeps changes of another admin and the day of its end', async () => {
  const product = await createProduct(sql);
  const code = await createCoupon(sql, product);
  const [{ id, slug } = { id: '', slug: '' }] = await sql`select c.id, p.slug from codigos_cupones c
    join productos p on p.id = c.product_id where c.codigo = ${code}`;
  const save = (base: Fields, changes: Fields) =>
    db.callAs(admin, 'guardar_cupon', {
      p_cupon: id,
      p_base: sql.json(base as never),
      p_cambios: sql.json(changes as never),
    });
  expect(await save({ caduca: null }, { caduca: '2999-12-01' })).toMatchObject({ ok: true });
  expect(await save({ percent_discount: 20, slug }, { percent_discount: 30 })).toMatchObject({ ok: true });
  expect(await save({ percent_discount: 20, usos_max: null }, { percent_discount: 50, usos_max: 3 })).toEqual({
    ok: false,
    error: 'conflicto',
    percent_discount: '30',
  });
  expect(await save({ slug }, { slug: 'no-hay' })).toEqual({ ok: false, error: 'producto_no_existe' });
  expect(await save({ caduca: '2999-12-01' }, { caduca: 'mañana' })).toEqual({ ok: false, error: 'datos_no_validos' });
  const [row] = await sql`select percent_discount, usos_max, (caduca_at at time zone 'Europe/Madrid')::date::text as day
    from codigos_cupones where id = ${id}`;
  expect(row).toEqual({ percent_discount: 30, usos_max: null, day: '2999-12-01' });
});

test('saving the profile does not undo a name set by an admin', async () => {
  const person = await createUser(sql);
  const [before] = await sql`select display_name, bio from usuarios_meta where id = ${person}`;
  await sql`update usuarios_meta set display_name = 'Nombre correcto' where id = ${person}`;
  const save = (base: Fields, changes: Fields) =>
    db.callAs(person, 'guardar_perfil', { p_base: sql.json(base as never), p_cambios: sql.json(changes as never) });
  expect(await save({ bio: before?.bio }, { bio: 'Hago mapas' })).toEqual({ ok: true });
  expect(await save({ display_name: before?.display_name }, { display_name: 'Otra vez yo' })).toEqual({
    ok: false,
    error: 'conflicto',
    display_name: 'Nombre correcto',
  });
  expect(await save({ phone: '' }, { phone: '600-000-000' })).toEqual({ ok: true });
  expect(await save({ display_name: 'Nombre correcto' }, { display_name: 'admin' })).toMatchObject({ ok: false });
  expect(await save({ role: 'user' }, { role: 'admin' })).toEqual({ ok: false, error: 'datos_no_validos' });
  const [row] = await sql`select u.display_name, u.bio, p.phone from usuarios_meta u join profiles p using (id)
    where id = ${person}`;
  expect(row).toEqual({ display_name: 'Nombre correcto', bio: 'Hago mapas', phone: '600-000-000' });
});

test('a line break counts as one character in any encoding', async () => {
  const person = await createUser(sql, { bio: 'Hola\r\nHago mapas' });
  const save = (base: string, bio: string) =>
    db.callAs(person, 'guardar_perfil', { p_base: sql.json({ bio: base }), p_cambios: sql.json({ bio }) });
  // The form was loaded with the line breaks of a browser form.
  expect(await save('Hola\nHago mapas', `Hola\n${'x'.repeat(495)}`)).toEqual({ ok: true });
  const sent = `${'x'.repeat(49)}\r\n`.repeat(10);
  expect(await save(`Hola\r\n${'x'.repeat(495)}`, sent)).toEqual({ ok: true });
  expect(await sql`select bio from usuarios_meta where id = ${person}`).toEqual([
    { bio: sent.replaceAll('\r\n', '\n') },
  ]);
});

test('products with the status pending are exactly those in the moderation queue', async () => {
  const id = await createProduct(sql, { status: 'pending' });
  const status = (from: string, to: string) => saveProduct(admin, id, { status: from }, { status: to });
  const revision = await sendRevision(id, {});
  for (const wanted of ['approved', 'rejected']) {
    expect(await status('pending', wanted)).toEqual({ ok: false, error: 'en_revision' });
  }
  const decided = { p_revision: revision, p_aprobar: true, p_motivos: [], p_nota: null };
  expect(await decideRevision(db, admin, decided)).toMatchObject({ ok: true });
  expect(await status('approved', 'pending')).toEqual({ ok: false, error: 'sin_revision' });
  expect(await status('approved', 'rejected')).toEqual({ ok: false, error: 'motivo_no_valido' });
});

test('a refused price does not reject a pending change', async () => {
  const id = await createProduct(sql);
  const revision = await sendRevision(id, {});
  const base = { status: 'approved', precio: 10 };
  const changes = { status: 'rejected', precio: 500 };
  expect(await saveProduct(admin, id, base, changes, 'No cumple las normas')).toMatchObject({ ok: false });
  expect(await sql`select estado from revisiones_producto where id = ${revision}`).toEqual([{ estado: 'pendiente' }]);
});

test('an admin who takes a product down gives its creator and the log a reason', async () => {
  const creator = await createUser(sql);
  const id = await createProduct(sql, { usuario_id: creator, slug: 'copia-de-otra' });
  const takeDown = (reason?: string) => saveProduct(admin, id, { status: 'approved' }, { status: 'rejected' }, reason);
  for (const reason of [undefined, '  a ']) {
    expect(await takeDown(reason)).toEqual({ ok: false, error: 'motivo_no_valido' });
  }
  expect(await productRow(id)).toMatchObject({ status: 'approved' });
  expect(await takeDown(' Copia de otra obra ')).toMatchObject({ ok: true });
  expect(await sql`select motivo from medidas where objeto_id = ${id}`).toEqual([{ motivo: 'Copia de otra obra' }]);
  expect(await sql`select motivo from auditoria where objeto_id = ${id}`).toEqual([{ motivo: 'Copia de otra obra' }]);
  const [mail] = await sql`select datos from correos where plantilla = 'moderacion' order by id desc limit 1`;
  expect(mail?.datos).toMatchObject({ que: 'medida', texto: 'Copia de otra obra' });
  const readForm = () => db.callAs(creator, 'contenido_producto', { p_slug: 'copia-de-otra' });
  expect(await readForm()).toMatchObject({
    status: 'rejected',
    retirada: { motivo: 'Copia de otra obra', created_at: expect.any(String) },
  });
  expect(await saveProduct(admin, id, { status: 'rejected' }, { status: 'approved' })).toMatchObject({ ok: true });
  expect(await readForm()).toMatchObject({ status: 'approved', retirada: null });
  const told = async (table: string) =>
    (
      await sql`select datos -> 'que' as que from ${sql(table)}
      where user_id = ${creator} and datos ->> 'slug' = 'copia-de-otra' order by id`
    ).map(({ que }) => que);
  for (const table of ['notificaciones', 'correos']) expect(await told(table)).toEqual(['medida', 'repuesta']);
  // The news of an approved change says it already.
  expect(await takeDown('Copia de otra obra')).toMatchObject({ ok: true });
  const decided = { p_revision: await sendRevision(id, {}), p_aprobar: true, p_motivos: [], p_nota: null };
  expect(await decideRevision(db, admin, decided)).toMatchObject({ ok: true });
  for (const table of ['notificaciones', 'correos']) {
    expect(await told(table)).toEqual(['medida', 'repuesta', 'medida', null]);
  }
  expect(await sql`select 1 from medidas where objeto_id = ${id} and levantada_at is null`).toEqual([]);
});

test('an admin who rejects a product also rejects its pending change', async () => {
  const id = await createProduct(sql);
  const revision = await sendRevision(id, { nombre: 'Nombre propuesto' });
  expect(await saveProduct(admin, id, { status: 'approved' }, { status: 'pending' })).toMatchObject({ ok: false });
  const rejected = await saveProduct(admin, id, { status: 'approved' }, { status: 'rejected' }, 'No cumple las normas');
  expect(rejected).toMatchObject({ ok: true });
  expect(await productRow(id)).toMatchObject({ status: 'rejected' });
  const [row] = await sql`select estado, motivos, nota, decidida_por, p.slug, p.usuario_id from revisiones_producto r
    join productos p on p.id = r.producto_id where r.id = ${revision}`;
  expect(row).toMatchObject({
    estado: 'rechazada',
    motivos: ['otro'],
    nota: 'No cumple las normas',
    decidida_por: admin,
  });
  expect(await db.callAs(String(row?.usuario_id), 'contenido_producto', { p_slug: row?.slug })).toMatchObject({
    revision: 'rechazada',
    contenido: { nombre: 'Nombre propuesto' },
  });
  expect(await sql`select 1 from correos where clave = ${`revision:${revision}`}`).toHaveLength(1);
});

test('an admin who puts a rejected new product on sale approves its last submission', async () => {
  const creator = await createUser(sql);
  const other = await createProduct(sql, { usuario_id: creator });
  const bundle = { nombre: 'Los dos', descripcion: '', precio: 15, oferta: null, productos: [other] };
  const created = await db.callAs(creator, 'crear_producto', {
    p_slug: 'nuevo-y-rechazado',
    p_contenido: sql.json(
      submission({
        compatibles: ['1.20', '1.21.4'],
        version: '1.0',
        novedades: 'La primera',
        bundles: [bundle],
      }) as never,
    ),
  });
  const id = String(created.producto_id);
  const [row] = await sql`select id from revisiones_producto where producto_id = ${id}`;
  const revision = String(row?.id);
  const rejected = { p_revision: revision, p_aprobar: false, p_motivos: ['calidad'], p_nota: 'Falta la guía' };
  expect(await decideRevision(db, admin, rejected)).toMatchObject({ ok: true });
  expect(
    await saveProduct(admin, id, { status: 'rejected', precio: 9.99 }, { status: 'approved', precio: 8 }),
  ).toMatchObject({ ok: true });
  expect(await sql`select status, compatibles, precio::float from productos where id = ${id}`).toEqual([
    { status: 'approved', compatibles: ['1.20', '1.21.4'], precio: 8 },
  ]);
  expect(await sql`select version, compatibles from versiones_producto where producto_id = ${id}`).toEqual([
    { version: '1.0', compatibles: ['1.20', '1.21.4'] },
  ]);
  expect(await sql`select 1 from bundles_productos where producto_id = ${id}`).toHaveLength(1);
  expect(await db.callAs(creator, 'estado_revision', { p_producto: id })).toMatchObject({
    estado: 'aprobada',
    motivos: [],
    nota: null,
  });
  expect(await db.callAs(creator, 'contenido_producto', { p_slug: 'nuevo-y-rechazado' })).toMatchObject({
    revision: null,
  });
  const news = await sql`select datos -> 'aprobada' as approved from correos
    where user_id = ${creator} and plantilla = 'revision' order by id`;
  expect(news).toEqual([{ approved: false }, { approved: true }]);
  const bell = sql`select 1 from notificaciones where user_id = ${creator} and tipo = 'revision'`;
  expect(await bell).toHaveLength(2);
  // A later rejected change stays rejected: what was approved is on sale again.
  expect(
    await db.callAs(creator, 'proponer_cambios', {
      p_producto: id,
      p_contenido: sql.json(submission({ precio: 8, version: '2.0' }) as never),
    }),
  ).toMatchObject({ ok: true });
  // The next moderator sees why it was rejected before.
  const [next] = await sql`select id from revisiones_producto where producto_id = ${id} and estado = 'pendiente'`;
  const { historia } = await db.callAs<{ historia: object[] }>(admin, 'revision_para_decidir', {
    p_revision: next?.id,
  });
  expect(historia).toMatchObject([
    { estado: 'aprobada', motivos: [], nota: null },
    { estado: 'rechazada', motivos: ['calidad'], nota: 'Falta la guía', quien: expect.any(String) },
  ]);
  const rejection = await saveProduct(
    admin,
    id,
    { status: 'approved' },
    { status: 'rejected' },
    'No cumple las normas',
  );
  expect(rejection).toMatchObject({ ok: true });
  expect(await saveProduct(admin, id, { status: 'rejected' }, { status: 'approved' })).toMatchObject({ ok: true });
  expect(await db.callAs(creator, 'estado_revision', { p_producto: id })).toMatchObject({ estado: 'rechazada' });
});

test('an approval does not undo a later change of an admin', async () => {
  const id = await createProduct(sql, { precio: 9, nombre: 'Antes' });
  const revision = await sendRevision(id, { nombre: 'Nombre propuesto', precio: 9 });
  const another = await sendRevision(await createProduct(sql, { precio: 9 }), { precio: 9 });
  expect(await saveProduct(admin, id, { precio: 9, oferta: 0 }, { precio: 7, oferta: 3 })).toMatchObject({ ok: true });
  const [foreign] = await sql`select contenido from revisiones_producto where id = ${another}`;
  expect(foreign?.contenido).toMatchObject({ precio: 9, oferta: null });
  const decided = { p_revision: revision, p_aprobar: true, p_motivos: [], p_nota: null };
  expect(await decideRevision(db, admin, decided)).toMatchObject({ ok: true });
  expect(await productRow(id)).toMatchObject({ nombre: 'Nombre propuesto', precio: 7, oferta: 3 });
});

test('a rejected revision that is sent again does not restore a value that an admin has changed', async () => {
  const creator = await createUser(sql);
  const id = await createProduct(sql, { precio: 9, usuario_id: creator });
  const older = await sendRevision(id, { precio: 9, nombre: 'Más vieja' });
  await sql`update revisiones_producto set estado = 'rechazada', enviada_at = now() - interval '1 day' where id = ${older}`;
  const revision = await sendRevision(id, { nombre: 'Nombre propuesto', precio: 9, disponibilidad: false });
  const reject = { p_revision: revision, p_aprobar: false, p_motivos: ['calidad'], p_nota: null };
  expect(await decideRevision(db, admin, reject)).toMatchObject({ ok: true });
  expect(await saveProduct(admin, id, { precio: 9, oferta: 0 }, { precio: 7, oferta: 3 })).toMatchObject({ ok: true });
  const [{ slug }] = await sql<[{ slug: string }]>`select slug from productos where id = ${id}`;
  const form = await db.callAs(creator, 'contenido_producto', { p_slug: slug });
  expect(form).toMatchObject({
    revision: 'rechazada',
    contenido: { nombre: 'Nombre propuesto', precio: 7, oferta: 3, disponibilidad: false },
  });
  const [{ contenido }] = await sql<
    [{ contenido: object }]
  >`select contenido from revisiones_producto where id = ${older}`;
  expect(contenido).toMatchObject({ precio: 9 });
});

test.each([
  ['a price lowered below the pending offer', { oferta: 8 }, { precio: 10 }, { precio: 6 }, { precio: 6, oferta: 6 }],
  ['an offer raised above the pending price', { precio: 5 }, { oferta: 0 }, { oferta: 8 }, { precio: 5, oferta: 5 }],
])('an approval caps the offer at the price after %s', async (_what, sent, base, changes, shown) => {
  const id = await createProduct(sql, { precio: 10 });
  const revision = await sendRevision(id, { precio: 10, oferta: null, ...sent });
  expect(await saveProduct(admin, id, base, changes)).toMatchObject({ ok: true });
  const decided = { p_revision: revision, p_aprobar: true, p_motivos: [], p_nota: null };
  expect(await decideRevision(db, admin, decided)).toMatchObject({ ok: true });
  expect(await productRow(id)).toMatchObject(shown);
});

test('a concurrent edit, decision and revision do not deadlock', async () => {
  const id = await createProduct(sql, { precio: 9 });
  const [row] = await sql`select usuario_id from productos where id = ${id}`;
  for (let round = 0; round < 6; round += 1) {
    const revision = await sendRevision(id, {});
    const [now] = await sql`select precio::float, to_jsonb(p) as content from productos p where id = ${id}`;
    await Promise.all([
      saveProduct(admin, id, { precio: now?.precio }, { precio: 10 + round }),
      decideRevision(db, other, { p_revision: revision, p_aprobar: true, p_motivos: [], p_nota: null }),
      db.callAs(String(row?.usuario_id), 'proponer_cambios', { p_producto: id, p_contenido: now?.content }),
    ]);
    await sql`update revisiones_producto set estado = 'sustituida' where producto_id = ${id} and estado = 'pendiente'`;
  }
});

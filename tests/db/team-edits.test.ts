import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { editedFields } from '@/lib/mail/product-edit-news';
import { contentColumns, partColumns } from '@/lib/publish/content-fields';
import { createFactor, createParts, createProduct, createSession, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 8 });
const { sql } = db;
let [admin, other, creator] = ['', '', ''];

beforeAll(async () => {
  admin = await createUser(sql, { role: 'admin' });
  other = await createUser(sql, { role: 'admin' });
  creator = await createUser(sql);
});

type Fields = Record<string, unknown>;
const json = (value: unknown) => sql.json(value as never);

const save = (who: string, product: string, base: Fields, changes: Fields, reason = 'Faltas de ortografía') =>
  db.callAs(who, 'guardar_contenido', {
    p_producto: product,
    p_base: json(base),
    p_cambios: json(changes),
    p_motivo: reason,
  });
const create = (change: Fields = {}) =>
  createProduct(sql, { usuario_id: creator, nombre: 'Torre', slug: `torre-${randomUUID()}`, ...change });
const rowOf = async (id: string) => (await sql`select * from productos where id = ${id}`)[0] as Fields;
const logOf = (id: string) =>
  sql`select actor_id, accion, antes, despues, motivo from auditoria where objeto_id = ${id} order by id`;
const newsOf = async (product: string) => {
  const { slug } = await rowOf(product);
  const [bell, mails] = await Promise.all([
    sql`select datos from notificaciones where user_id = ${creator} and datos ->> 'slug' = ${String(slug)}`,
    sql`select datos from correos where user_id = ${creator} and plantilla = 'producto_editado' and datos ->> 'slug' = ${String(slug)}`,
  ]);
  return { bell: bell.map(({ datos }) => datos), mails: mails.map(({ datos }) => datos) };
};

/** Stores a picture as the admin, as the shop does it for a form. */
async function upload(who: string): Promise<string> {
  const path = `portadas/${who}/${randomUUID()}.webp`;
  await sql`insert into imagenes_subidas (ruta, usuario_id, ancho, alto, bytes, blur)
    values (${path}, ${who}, 720, 960, 1000, null)`;
  await db.asUser(
    who,
    (tx) => tx`insert into storage.objects (bucket_id, name) values ('portadas', ${path.slice('portadas/'.length)})`,
  );
  return `/media/${path}`;
}

test('form, mail and database define the same fields', async () => {
  const [row] = await sql`select array(select jsonb_object_keys(privado.textos_e_imagenes('{}')) order by 1) as fields`;
  expect(Object.values(contentColumns).toSorted()).toEqual(row?.fields);
  const lists = Object.values(partColumns).map(({ list }) => list);
  expect([...editedFields].toSorted()).toEqual([...(row?.fields ?? []), ...lists].toSorted());
  const parts = { ediciones: [{ id: 'e' }, {}], bundles: [{ id: 'b' }] };
  const [keys] =
    await sql`select array(select jsonb_object_keys(privado.textos_de_partes(${json(parts)})) order by 1) as fields`;
  const columns = Object.values(partColumns).flatMap(({ list, columns }) =>
    Object.values(columns).map((column) => `${list}.${list.charAt(0)}.${column}`),
  );
  expect(columns.toSorted()).toEqual(keys?.fields);
});

describe('an admin edit of editions and bundles', () => {
  const partsOf = async (id: string) => ({
    editions: await sql`select * from ediciones where producto_id = ${id} order by orden, id`,
    bundles: await sql`select * from bundles where producto_id = ${id} order by orden, id`,
    members: await sql`select m.* from bundles_productos m join bundles b on b.id = m.bundle_id
      where b.producto_id = ${id} order by m.producto_id`,
  });

  test('changes texts and pictures only, and notifies the creator of them', async () => {
    const id = await create({ precio: 9 });
    const { edition, bundle } = await createParts(sql, id);
    const [row, before] = [await rowOf(id), await partsOf(id)];
    const cover = await upload(admin);
    const base = {
      [`ediciones.${edition}.incluye`]: 'Mas mapas',
      [`ediciones.${edition}.nombre_en`]: '',
      [`ediciones.${edition}.portada_url`]: '',
      [`bundles.${bundle}.nombre`]: 'Los dos',
      [`bundles.${bundle}.descripcion_en`]: '',
    };
    const changes = {
      [`ediciones.${edition}.incluye`]: 'Más mapas',
      [`ediciones.${edition}.nombre_en`]: 'Gold',
      [`ediciones.${edition}.portada_url`]: cover,
      [`bundles.${bundle}.nombre`]: 'Los dos juntos',
      [`bundles.${bundle}.descripcion_en`]: 'Both of them',
    };
    expect(await save(admin, id, base, changes)).toMatchObject({ ok: true });
    expect(await rowOf(id)).toEqual(row);
    const changed = { incluye: 'Más mapas', nombre_en: 'Gold', portada_url: cover };
    expect(await partsOf(id)).toEqual({
      editions: [{ ...before.editions[0], ...changed }],
      bundles: [{ ...before.bundles[0], nombre: 'Los dos juntos', descripcion_en: 'Both of them' }],
      members: before.members,
    });
    expect(await logOf(id)).toMatchObject([{ accion: 'editar_contenido', antes: base, despues: changes }]);
    const news = { nombre: 'Torre', nombre_en: null, slug: row.slug, campos: ['bundles', 'ediciones'] };
    expect(await newsOf(id)).toEqual({ bell: [news], mails: [{ ...news, texto: 'Faltas de ortografía' }] });
    expect(await db.callAs(creator, 'cambios_del_equipo', { p_producto: id })).toMatchObject([
      { antes: base, despues: changes, partes: { [edition]: 'Oro', [bundle]: 'Los dos juntos' } },
    ]);
  });

  test('is refused for values that a creator could not send, and for parts of other products', async () => {
    const id = await create();
    const { edition, bundle, other } = await createParts(sql, id);
    await sql`insert into ediciones (producto_id, nombre, precio) values (${id}, 'Plata', 5)`;
    const [foreign, gone] = [await createParts(sql, other), randomUUID()];
    await sql`insert into ediciones (id, producto_id, nombre, precio, retirada) values (${gone}, ${id}, 'Vieja', 5, true)`;
    const before = await partsOf(id);
    const [editionName, bundleName] = [`ediciones.${edition}.nombre`, `bundles.${bundle}.nombre`];
    const refused: Array<[key: string, was: unknown, wanted: unknown, error: string]> = [
      [editionName, 'Oro', '', 'datos_no_validos'],
      [editionName, 'Oro', 'x'.repeat(41), 'datos_no_validos'],
      [editionName, 'Oro', { a: 1 }, 'datos_no_validos'],
      [editionName, 'Oro', ' PLATA', 'edicion_repetida'],
      [editionName, 'Otro', 'Nueva', 'conflicto'],
      [`ediciones.${edition}.incluye`, 'Mas mapas', 'x'.repeat(601), 'datos_no_validos'],
      [`ediciones.${edition}.portada_url`, '', 'https://evil.example/a.webp', 'datos_no_validos'],
      [`ediciones.${edition}.precio`, 12, 1, 'parte_no_existe'],
      [`ediciones.${edition}.download_link`, '', 'https://evil.example', 'parte_no_existe'],
      [`ediciones.${gone}.nombre`, 'Vieja', 'Nueva', 'parte_no_existe'],
      [`ediciones.${foreign.edition}.nombre`, 'Oro', 'Robada', 'parte_no_existe'],
      [bundleName, 'Los dos', ' ', 'datos_no_validos'],
      [bundleName, 'Los dos', 'x'.repeat(81), 'datos_no_validos'],
      [`bundles.${bundle}.descripcion`, '', 'x'.repeat(301), 'datos_no_validos'],
      [`bundles.${bundle}.productos`, [], [other], 'parte_no_existe'],
      [`bundles.${foreign.bundle}.nombre`, 'Los dos', 'Robado', 'parte_no_existe'],
    ];
    for (const [key, was, wanted, error] of refused)
      expect(await save(admin, id, { [key]: was }, { [key]: wanted }), `${key}: ${wanted}`).toMatchObject({
        ok: false,
        error,
      });
    expect(await partsOf(id)).toEqual(before);
    expect([await logOf(id), await newsOf(id)]).toEqual([[], { bell: [], mails: [] }]);
  });

  test('can swap the names of two editions', async () => {
    const id = await create();
    const { edition } = await createParts(sql, id);
    const second = randomUUID();
    await sql`insert into ediciones (id, producto_id, nombre, precio, orden) values (${second}, ${id}, 'Plata', 5, 2)`;
    const [one, two] = [`ediciones.${edition}.nombre`, `ediciones.${second}.nombre`];
    expect(await save(admin, id, { [one]: 'Oro', [two]: 'Plata' }, { [one]: 'Plata', [two]: 'Oro' })).toMatchObject({
      ok: true,
    });
    expect((await partsOf(id)).editions).toMatchObject([
      { id: edition, nombre: 'Plata', precio: '12.00', download_link: 'https://example.com/oro.zip' },
      { id: second, nombre: 'Oro', precio: '5.00' },
    ]);
  });

  test('is merged into a rejected revision where its creator changed nothing', async () => {
    const id = await create();
    const { edition, bundle } = await createParts(sql, id);
    await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva, estado, decidida_at)
      select p.id, usuario_id, jsonb_set(privado.contenido_de(p), '{ediciones,0,nombre}', '"Del creador"'), false, 'rechazada', now()
      from productos p where id = ${id}`;
    const [name, includes] = [`ediciones.${edition}.nombre`, `ediciones.${edition}.incluye`];
    const about = `bundles.${bundle}.descripcion`;
    const base = { [name]: 'Oro', [includes]: 'Mas mapas', [about]: '' };
    const changes = { [name]: 'Oro fino', [includes]: 'Más mapas', [about]: 'Con descuento' };
    expect(await save(admin, id, base, changes)).toMatchObject({ ok: true });
    const { slug } = await rowOf(id);
    const { contenido } = await db.callAs<{ contenido: Fields }>(creator, 'contenido_producto', { p_slug: slug });
    expect(contenido).toMatchObject({
      ediciones: [{ id: edition, nombre: 'Del creador', incluye: 'Más mapas', precio: 12 }],
      bundles: [{ id: bundle, nombre: 'Los dos', descripcion: 'Con descuento' }],
    });
  });
});

test('an admin edits texts and pictures, and the creator keeps the product and reads changes and reason', async () => {
  const id = await create({ precio: 9, acerca_de: 'Un torre', generos: ['aventura'] });
  await sql`insert into ediciones (producto_id, nombre, precio) values (${id}, 'Oro', 12)`;
  const before = await rowOf(id);
  const [cover, first, second] = [await upload(admin), await upload(admin), await upload(admin)];
  const changes = {
    nombre: 'La torre',
    acerca_de: 'Una torre',
    generos: ['aventura', 'torres'],
    portada_url: cover,
    imagenes: [second, first],
  };
  const base = {
    nombre: 'Torre',
    acerca_de: 'Un torre',
    generos: ['aventura'],
    portada_url: before.portada_url,
    imagenes: [],
  };
  expect(await save(admin, id, base, changes)).toEqual({ ok: true, slug: before.slug });
  const after = await rowOf(id);
  expect(after).toMatchObject({
    nombre: 'La torre',
    acerca_de: 'Una torre',
    generos: ['aventura', 'torres'],
    portada_url: cover,
  });
  const untouched = [
    'usuario_id',
    'precio',
    'oferta',
    'oferta_fija',
    'status',
    'slug',
    'category',
    'download_link',
    'disponibilidad',
    'unidades',
    'publicado_at',
    'compatibles',
  ];
  for (const name of untouched) expect(after[name], name).toEqual(before[name]);
  expect(await sql`select nombre, precio from ediciones where producto_id = ${id}`).toMatchObject([
    { nombre: 'Oro', precio: '12.00' },
  ]);
  expect(await sql`select url, ancho from imagenes_producto where producto_id = ${id} order by orden`).toEqual([
    { url: second, ancho: 720 },
    { url: first, ancho: 720 },
  ]);
  expect(await logOf(id)).toEqual([
    { actor_id: admin, accion: 'editar_contenido', antes: base, despues: changes, motivo: 'Faltas de ortografía' },
  ]);
  const news = { nombre: 'La torre', nombre_en: null, slug: before.slug, campos: Object.keys(changes).toSorted() };
  expect(await newsOf(id)).toEqual({ bell: [news], mails: [{ ...news, texto: 'Faltas de ortografía' }] });
  const [revisions] = await sql`select count(*)::integer as number from revisiones_producto where producto_id = ${id}`;
  expect(revisions?.number).toBe(0);
});

test("only the creator and moderators read the changes, without the admin's name", async () => {
  const id = await create();
  await save(admin, id, { nombre: 'Torre' }, { nombre: 'Torreón' });
  await save(other, id, { nombre: 'Torreón' }, { nombre: 'Torrecilla' }, 'Mejor así');
  const read = (who: string) => db.callAs<Fields[]>(who, 'cambios_del_equipo', { p_producto: id });
  const seen = await read(creator);
  expect(seen).toMatchObject([
    { antes: { nombre: 'Torreón' }, despues: { nombre: 'Torrecilla' }, motivo: 'Mejor así' },
    { antes: { nombre: 'Torre' }, despues: { nombre: 'Torreón' } },
  ]);
  expect(Object.keys(seen[0] ?? {}).toSorted()).toEqual(['antes', 'created_at', 'despues', 'id', 'motivo', 'partes']);
  expect(await read(await createUser(sql, { role: 'moderador' }))).toHaveLength(2);
  expect(await read(await createUser(sql))).toEqual([]);
  const { user, session } = await halfway();
  expect(await db.within(session).callAs(user, 'cambios_del_equipo', { p_producto: id })).toEqual([]);
});

/** An admin whose second step is missing. */
async function halfway() {
  const user = await createUser(sql, { role: 'admin' });
  await createFactor(sql, user);
  return { user, session: { aal: 'aal1' as const, session_id: await createSession(sql, user, 'aal1') } };
}

describe('an admin edit is refused', () => {
  test('for anybody but an admin with a second factor', async () => {
    const id = await create();
    for (const who of [creator, await createUser(sql), await createUser(sql, { role: 'moderador' })])
      expect(await save(who, id, { nombre: 'Torre' }, { nombre: 'Robada' })).toEqual({
        ok: false,
        error: 'sin_permiso',
      });
    const { user, session } = await halfway();
    const args = {
      p_producto: id,
      p_base: json({ nombre: 'Torre' }),
      p_cambios: json({ nombre: 'Robada' }),
      p_motivo: 'porque sí',
    };
    expect(await db.within(session).callAs(user, 'guardar_contenido', args)).toMatchObject({ error: 'sin_permiso' });
    expect(await rowOf(id)).toMatchObject({ nombre: 'Torre' });
  });

  test.each([
    ['a price', { precio: 1 }],
    ['an offer', { oferta: 1 }],
    ['a file', { download_link: 'https://example.com/a.zip' }],
    ['its owner', { usuario_id: randomUUID() }],
    ['its editions', { ediciones: [] }],
    ['its state', { status: 'approved' }],
    ['its address', { slug: 'otra' }],
  ])('for a field that is not a text or picture: %s', async (_what, changes) => {
    const id = await create({ precio: 9 });
    const [field = ''] = Object.keys(changes);
    const before = await rowOf(id);
    expect(await save(admin, id, { [field]: before[field] ?? null }, changes)).toEqual({
      ok: false,
      error: 'datos_no_validos',
    });
    expect(await rowOf(id)).toEqual(before);
  });

  test.each([
    ['an empty name', { nombre: '' }],
    ['a name that is too long', { nombre: 'x'.repeat(81) }],
    ['a summary that is too long', { acerca_de: 'x'.repeat(301) }],
    ['no cover', { portada_url: '' }],
    ['a picture of another site', { portada_url: 'https://evil.example/a.webp' }],
    ['a picture of another site in the gallery', { imagenes: ['https://evil.example/a.webp'] }],
    ['21 pictures', { imagenes: Array.from({ length: 21 }, (_, at) => `/media/portadas/${at}.webp`) }],
    ['a trailer that is not a video', { video_trailer: 'https://evil.example' }],
    ['a description that is not a text', { descripcion: { a: 1 } }],
  ])('for a value that a creator could not send: %s', async (_what, changes) => {
    const id = await create();
    const [row] =
      await sql`select privado.textos_e_imagenes(privado.contenido_de(p)) as now from productos p where id = ${id}`;
    expect(await save(admin, id, row?.now as Fields, changes)).toEqual({ ok: false, error: 'datos_no_validos' });
    expect(await logOf(id)).toEqual([]);
  });

  test('without a reason, without a change, and for a pack of UnCoins', async () => {
    const id = await create();
    const change = [{ nombre: 'Torre' }, { nombre: 'Otra' }] as const;
    for (const reason of ['', ' a ', 'x'.repeat(501)])
      expect(await save(admin, id, ...change, reason)).toEqual({ ok: false, error: 'motivo_no_valido' });
    const pack = await createProduct(sql, { category: 'uncoins', uncoins: 500, nombre: 'Torre' });
    for (const gone of [pack, randomUUID()])
      expect(await save(admin, gone, ...change)).toMatchObject({ error: 'no_existe' });
    expect(await save(admin, id, { nombre: 'Torre' }, { nombre: 'Torre' })).toMatchObject({ ok: true });
    expect(await logOf(id)).toEqual([]);
    expect(await newsOf(id)).toEqual({ bell: [], mails: [] });
  });

  test('during a pending revision', async () => {
    const id = await create();
    await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
      select id, usuario_id, to_jsonb(p), false from productos p where id = ${id}`;
    expect(await save(admin, id, { nombre: 'Torre' }, { nombre: 'Otra' })).toEqual({ ok: false, error: 'en_revision' });
  });

  test('with a conflict if another person changed the field in the meantime', async () => {
    const id = await create({ generos: ['a'] });
    expect(
      await save(other, id, { nombre: 'Torre', generos: ['a'] }, { nombre: 'Suya', generos: ['b', 'c'] }),
    ).toMatchObject({ ok: true });
    expect(await save(admin, id, { nombre: 'Torre', acerca_de: '' }, { nombre: 'Mía', acerca_de: 'Hola' })).toEqual({
      ok: false,
      error: 'conflicto',
      nombre: 'Suya',
    });
    expect(await save(admin, id, { generos: ['a'] }, { generos: [] })).toEqual({
      ok: false,
      error: 'conflicto',
      generos: '["b", "c"]',
    });
    expect(await rowOf(id)).toMatchObject({ nombre: 'Suya', acerca_de: '' });
  });
});

test('two concurrent admin edits result in a conflict for one', async () => {
  const id = await create();
  const answers = await Promise.all(
    [admin, other].map((who) => save(who, id, { nombre: 'Torre' }, { nombre: who === admin ? 'Una' : 'Otra' })),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: 'conflicto' });
  expect((await newsOf(id)).mails).toHaveLength(1);
});

test('an admin edit keeps a running offer and sold editions', async () => {
  const id = await create({ precio: 10 });
  await sql`insert into ediciones (producto_id, nombre, precio, retirada) values (${id}, 'Vieja', 5, true)`;
  await sql`insert into ofertas (producto_id, precio, desde, hasta) values (${id}, 4, now() - interval '1 day', now() + interval '1 day')`;
  await sql`update productos set oferta = 8 where id = ${id}`;
  const before = await rowOf(id);
  expect(before).toMatchObject({ oferta: '4.00', oferta_fija: '8.00' });
  expect(await save(admin, id, { nombre: 'Torre' }, { nombre: 'Otra' })).toMatchObject({ ok: true });
  const after = await rowOf(id);
  for (const name of ['oferta', 'oferta_fija', 'precio']) expect(after[name], name).toEqual(before[name]);
  expect(await sql`select nombre from ediciones where producto_id = ${id}`).toHaveLength(1);
});

test('an admin edit keeps a product archived', async () => {
  const id = await create();
  await db.callAs(creator, 'archivar_producto', { p_producto: id, p_archivar: true });
  const before = await rowOf(id);
  expect(await save(admin, id, { nombre: 'Torre' }, { nombre: 'Otra' })).toMatchObject({ ok: true });
  const after = await rowOf(id);
  for (const name of ['archivado_at', 'disponibilidad', 'disponible_al_archivar'])
    expect(after[name]).toEqual(before[name]);
});

test('an admin edit is merged into a rejected revision where its creator changed nothing', async () => {
  const id = await create({ acerca_de: 'Vieja' });
  await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva, estado, decidida_at)
    select id, usuario_id, to_jsonb(p) || '{"acerca_de": "Del creador"}', false, 'rechazada', now() from productos p where id = ${id}`;
  const changes = { nombre: 'Nueva', acerca_de: 'Del equipo' };
  expect(await save(admin, id, { nombre: 'Torre', acerca_de: 'Vieja' }, changes)).toMatchObject({ ok: true });
  const { slug } = await rowOf(id);
  expect(await db.callAs(creator, 'contenido_producto', { p_slug: slug })).toMatchObject({
    contenido: { nombre: 'Nueva', acerca_de: 'Del creador' },
  });
});

test('an admin who edits an own product is not notified', async () => {
  const id = await createProduct(sql, { usuario_id: admin, nombre: 'Torre' });
  expect(await save(admin, id, { nombre: 'Torre' }, { nombre: 'Otra' })).toMatchObject({ ok: true });
  expect(await sql`select 1 from notificaciones where user_id = ${admin} and tipo = 'producto_editado'`).toHaveLength(
    0,
  );
});

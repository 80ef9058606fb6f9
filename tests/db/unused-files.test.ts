import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  buy,
  createBundle,
  createEdition,
  createProduct,
  createUser,
  givePassword,
  openPayment,
  refundAll,
} from './factories.ts';
import { openDatabase, type Sql } from './harness.ts';
import { scannedBy } from './scans.ts';

// The chores delete exactly the files that have been unreferenced for thirty days.
const db = await openDatabase({ connections: 4 });
const { sql } = db;

const content = { nombre: 'Torre', precio: 9, portada_url: '/media/portadas/p.webp', category: 'plugin' };
const json = (value: Record<string, unknown>) => sql.json(value as never);
const pathOf = (creator: string) => `descargas/${creator}/${randomUUID()}/a.zip`;

async function send(creator: string) {
  const path = pathOf(creator);
  await sql`insert into storage.objects (id, bucket_id, name, version, metadata)
    values (gen_random_uuid(), 'descargas', ${path.slice('descargas/'.length)}, 'v', '{"size": 1}')`;
  return path;
}
/** One round of the chores, which looks at every file. */
const round = async () => (await sql`select archivos_retirados(1000) as path`).map(({ path }) => String(path));
const age = (path: string, days: number) =>
  sql`update archivos_sin_uso set visto_at = now() - make_interval(days => ${days}) where ruta = ${path}`;
const propose = (creator: string, producto: string, download_link: string) =>
  db.callAs(creator, 'proponer_cambios', { p_producto: producto, p_contenido: json({ ...content, download_link }) });
const leave = async (who: string) => db.callAs(who, 'borrar_mi_cuenta', { p_contrasena: await givePassword(sql, who) });

test('an unreferenced file is deleted after thirty days, and cannot be referenced again', async () => {
  const creator = await createUser(sql);
  const path = await send(creator);
  expect(await round()).not.toContain(path);
  await age(path, 29);
  expect(await round()).not.toContain(path);
  await age(path, 31);
  expect(await round()).toContain(path);
  // Given up: the decision is final, however long the deletion takes.
  expect(await db.callAs(creator, 'ha_llegado', { p_ruta: path })).toBe(false);
  const producto = await createProduct(sql, { usuario_id: creator });
  expect(await propose(creator, producto, path)).toEqual({ ok: false, error: 'datos_no_validos' });
  await db.callService('olvidar_archivos', { p_rutas: [path] });
  expect(await round()).toContain(path);
  await sql.begin(async (transaction) => {
    await transaction.unsafe("select set_config('storage.allow_delete_query', 'true', true)");
    await transaction.unsafe(`delete from storage.objects where name = '${path.slice('descargas/'.length)}'`);
  });
  const kept = pathOf(creator);
  for (const ruta of [path, kept]) {
    await sql`insert into huellas_descarga (ruta, usuario_id, huella, bytes) values (${ruta}, ${creator}, ${'a'.repeat(64)}, 1)`;
    await sql`insert into analisis_archivos (ruta, huella, resultado) values (${ruta}, ${'a'.repeat(64)}, 'limpio')`;
    await sql`insert into analisis_fallidos (ruta) values (${ruta})`;
  }
  await db.callService('olvidar_archivos', { p_rutas: [path] });
  expect(await round()).not.toContain(path);
  for (const table of ['huellas_descarga', 'analisis_archivos', 'analisis_fallidos'])
    expect(await sql`select ruta from ${sql(table)} where ruta in (${path}, ${kept})`).toEqual([{ ruta: kept }]);
});

test('a file referenced by a product, an edition, a revision or a draft is kept', async () => {
  const creator = await createUser(sql);
  const files = { product: '', edition: '', retired: '', sold: '', waiting: '', rejected: '', draft: '', ofDraft: '' };
  for (const key of Object.keys(files)) files[key as keyof typeof files] = await send(creator);
  const producto = await createProduct(sql, { usuario_id: creator, download_link: files.product });
  await createEdition(sql, producto, { download_link: files.edition });
  await createEdition(sql, producto, { nombre: 'Vieja', download_link: files.retired, retirada: true });
  // A version that was sold once, one that was rejected, and one that waits.
  for (const [path, state] of [
    [files.sold, 'aprobada'],
    [files.rejected, 'rechazada'],
    [files.waiting, 'pendiente'],
  ] as const) {
    expect(await propose(creator, producto, path)).toMatchObject({ ok: true });
    await sql`update revisiones_producto set estado = ${state} where producto_id = ${producto} and estado = 'pendiente'`;
  }
  await sql`insert into borradores (id, usuario_id, contenido) values (gen_random_uuid(), ${creator},
    ${json({ draft: { downloadLink: files.draft, editions: [{ downloadLink: files.ofDraft }] }, base: '' })})`;
  await round();
  for (const path of Object.values(files)) {
    await sql`insert into archivos_sin_uso (ruta, visto_at) values (${path}, now() - interval '40 days')`;
  }
  const retired = await round();
  expect(Object.entries(files).filter(([, path]) => retired.includes(path))).toEqual([]);
  expect(await sql`select from archivos_sin_uso where ruta = any (${Object.values(files)})`).toHaveLength(0);
  // A decided revision refers to its file for ninety days, and a rejected one until an approval.
  const unused = async (days: number) => {
    await sql`update revisiones_producto set enviada_at = now() - make_interval(days => ${days}) where producto_id = ${producto}`;
    const inUse = async (path: string) => (await sql`select privado.archivo_en_uso(${path}) as used`)[0]?.used;
    const found: string[] = [];
    for (const [name, path] of Object.entries(files)) if (!(await inUse(path))) found.push(name);
    return found;
  };
  expect(await unused(89)).toEqual([]);
  expect(await unused(91)).toEqual(['sold']);
  await sql`update revisiones_producto set decidida_at = now() - interval '90 days 1 minute'
    where producto_id = ${producto} and estado = 'aprobada'`;
  expect(await unused(91)).toEqual(['sold', 'rejected']);
  // The thirty days begin when the last reference is removed. Drafts of other files do not count.
  const other = await createUser(sql);
  await sql`insert into borradores (id, usuario_id, contenido) values (gen_random_uuid(), ${other},
    ${json({ draft: { downloadLink: await send(other) } })})`;
  await sql`delete from borradores where usuario_id = ${creator}`;
  expect(await round()).not.toContain(files.draft);
  const [seen] =
    await sql`select now() - visto_at < interval '1 minute' as fresh from archivos_sin_uso where ruta = ${files.draft}`;
  expect(seen).toEqual({ fresh: true });
});

test('files of a deleted account that people own or may still get are kept', async () => {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const product = async () => {
    const path = await send(creator);
    return { path, id: await createProduct(sql, { usuario_id: creator, download_link: path }) };
  };
  const [bought, coded, unsold] = [await product(), await product(), await product()];
  const [refunded, redeemed] = [await product(), await product()];
  await buy(db, buyer, { producto: bought.id });
  const payment = await buy(db, buyer, { producto: refunded.id });
  await refundAll(db, payment);
  await sql`insert into codigos_canjes (codigo, id_producto) values (${`CANJE-${randomUUID()}`}, ${coded.id})`;
  // Nobody paid for it: it was redeemed by a code.
  await sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
    values (${buyer}, ${redeemed.id}, 'codigo', 0, 'jugador_1')`;
  const old = await send(creator);
  expect(await propose(creator, bought.id, old)).toMatchObject({ ok: true });
  expect(await leave(creator)).toMatchObject({ ok: true });
  await round();
  const all = { bought, coded, redeemed, unsold, refunded, old: { path: old } };
  for (const { path } of Object.values(all)) await age(path, 31);
  const retired = await round();
  expect(
    Object.entries(all)
      .filter(([, { path }]) => retired.includes(path))
      .map(([name]) => name),
  ).toEqual(['unsold', 'old']);
});

test('files outside creators’ folders are kept', async () => {
  const names = [`${randomUUID()}/seed.zip`, 'carpeta/a.zip', 'con espacio.zip'];
  for (const name of names) {
    await sql`insert into storage.objects (id, bucket_id, name) values (gen_random_uuid(), 'descargas', ${name})`;
  }
  await round();
  expect(await sql`select ruta from archivos_sin_uso where substr(ruta, 11) = any (${names})`).toHaveLength(0);
});

test('each call checks some files, continues after the last one, and restarts at the end', async () => {
  const creator = await createUser(sql);
  const paths: string[] = [];
  for (let n = 0; n < 5; n += 1) paths.push(await send(creator));
  await sql`update repaso_archivos set hasta = ${`${creator}/`}`;
  const known = async () => (await sql`select from archivos_sin_uso where ruta = any (${paths})`).length;
  for (const expected of [2, 4, 5]) {
    await sql`select archivos_retirados(2)`;
    expect(await known()).toBe(expected);
  }
  const [{ count } = {}] = await sql`select count(*)::int from storage.objects where bucket_id = 'descargas'`;
  for (let n = 0; n <= Number(count); n += 2) await sql`select archivos_retirados(2)`;
  await sql`delete from archivos_sin_uso where ruta = any (${paths})`;
  for (let n = 0; n <= Number(count); n += 2) await sql`select archivos_retirados(2)`;
  expect(await known()).toBe(5);
});

test('a file of a deleted account is in use by a payment of a pack that has its product, not of another pack', async () => {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const [path, free] = [await send(creator), await send(creator)];
  const sold = await createProduct(sql, { usuario_id: creator, download_link: path });
  const unsold = await createProduct(sql, { usuario_id: creator, download_link: free });
  const parts = [await createProduct(sql), await createProduct(sql)];
  const pack = await createBundle(sql, [sold, parts[0] as string], { precio: 5 });
  await createBundle(sql, [unsold, parts[1] as string], { precio: 5 });
  await openPayment(db, buyer, { bundle: pack });
  await leave(creator);
  await sql`update productos set status = 'rejected' where id in (${sold}, ${unsold})`;
  const used = await sql`select privado.archivo_en_uso(${path}) as sold, privado.archivo_en_uso(${free}) as unsold`;
  expect(used).toEqual([{ sold: true, unsold: false }]);
});

test('a file being referenced concurrently is kept', async () => {
  const creator = await createUser(sql);
  const [path, producto] = [await send(creator), await createProduct(sql, { usuario_id: creator })];
  await round();
  await age(path, 31);
  let retiring: Promise<string[]> = Promise.resolve([]);
  await sql.begin(async (begun) => {
    // The package types a transaction without its call signature.
    const transaction = begun as unknown as Sql;
    await transaction`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
      values (${producto}, ${creator}, ${json({ ...content, download_link: path })}, false)`;
    retiring = round();
    await new Promise((done) => setTimeout(done, 300));
  });
  expect(await retiring).not.toContain(path);
});

test('the check of open payments for a deleted account’s file does not read all payments', async () => {
  const creator = await createUser(sql);
  const path = await send(creator);
  const producto = await createProduct(sql, { usuario_id: creator, download_link: path });
  await leave(creator);
  const status = 'rejected';
  await sql`update productos set ${sql({ status })} where id = ${producto}`;
  await sql.begin(async (begun) => {
    const transaction = begun as unknown as Sql;
    // The few payments of a test are read from end to end wherever that is possible.
    await transaction`set local enable_seqscan = off`;
    // This connection may hold a plan of before.
    await transaction`set local plan_cache_mode = force_custom_plan`;
    const scanned = await scannedBy(transaction, ['pagos', 'adquisiciones', 'codigos_canjes'], async () => {
      expect(await transaction`select privado.archivo_en_uso(${path}) as used`).toEqual([{ used: false }]);
    });
    expect(scanned).toEqual([]);
  });
});

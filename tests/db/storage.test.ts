import { createHash, createHmac, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { largestEvidence } from '@/lib/payments/evidence-files';
import { maxFileBytes } from '@/lib/publish/types';
import { buy, createEdition, createProduct, createUser, givePassword, refundAll } from './factories.ts';
import { type Answer, openDatabase, type Sql } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

const put = (user: string | null, path: string) => {
  const [bucket = '', ...rest] = path.split('/');
  const statement = `insert into storage.objects (id, bucket_id, name) values (gen_random_uuid(), '${bucket}',
    '${rest.join('/')}')`;
  const done = user ? db.asUser(user, (tx) => tx.unsafe(statement)) : db.asAnon((tx) => tx.unsafe(statement));
  return done.then(
    () => 'stored',
    (error: { code?: string }) => error.code,
  );
};
const reads = async (user: string, path: string) => {
  const [bucket = '', ...rest] = path.split('/');
  const rows = await db.asUser(
    user,
    (tx) => tx`select 1 from storage.objects where bucket_id = ${bucket} and name = ${rest.join('/')}`,
  );
  return rows.length === 1;
};
/** Puts an object there as the storage service does for a signed link, which asks no policy any more. */
const putObject = async (path: string, size = 1000) => {
  const [bucket = '', ...rest] = path.split('/');
  await sql`insert into storage.objects (id, bucket_id, name, metadata)
    values (gen_random_uuid(), ${bucket}, ${rest.join('/')}, ${sql.json({ size })})`;
};
/** A transaction as Storage has it: elsewhere no row of a file can be deleted. */
const asStorage = async (transaction: Sql) => {
  await transaction`select set_config('storage.allow_delete_query', 'true', true)`;
  return transaction;
};
const permitFile = (user: string, p_nombre: string, p_bytes = 1000) =>
  db.callAs<Answer>(user, 'permitir_subida', { p_nombre, p_bytes });

const key = Buffer.from(await db.callService<string>('clave_de_sellos'), 'hex');
const seal = (...words: unknown[]) => createHmac('sha256', key).update(words.join('\n')).digest('hex');
const blur = 'data:image/webp;base64,UklGRhIAAABXRUJQ';
const permitPicture = (user: string, p_ruta: string, change: Record<string, unknown> = {}) =>
  db.callAs<Answer>(user, 'permitir_imagen', {
    p_ruta,
    p_ancho: 720,
    p_alto: 960,
    p_bytes: 2000,
    p_blur: blur,
    p_sello: seal('imagen', user, p_ruta, 720, 960, 2000, blur),
    ...change,
  });

test('buckets have the expected types, limits and readers', async () => {
  const rows =
    await sql`select id, public, file_size_limit::float as size, allowed_mime_types as types from storage.buckets order by id`;
  expect(rows).toEqual([
    { id: 'avatars', public: true, size: 2_097_152, types: ['image/webp'] },
    { id: 'descargas', public: false, size: maxFileBytes, types: null },
    { id: 'portadas', public: true, size: 5_242_880, types: ['image/webp'] },
    {
      id: 'pruebas',
      public: false,
      size: largestEvidence,
      types: ['application/pdf', 'image/jpeg', 'image/png', 'image/gif'],
    },
  ]);
});

describe('a picture', () => {
  test('enters a public bucket only as encoded by the shop, once', async () => {
    const [me, other] = [await createUser(sql), await createUser(sql)];
    for (const path of [
      `avatars/usuarios/${me}/1.webp`,
      `portadas/${me}/portada.webp`,
      `portadas/${other}/portada.webp`,
      `portadas/portada.webp`,
    ]) {
      expect(await put(me, path), path).toBe('42501');
      expect(await put(null, path), path).toBe('42501');
    }
    const path = `portadas/${me}/${randomUUID()}.webp`;
    expect(await permitPicture(me, path)).toEqual({ ok: true });
    expect(await put(other, path)).toBe('42501');
    expect(await put(null, path)).toBe('42501');
    expect(await put(me, path)).toBe('stored');
    expect(await put(me, path)).toBe('23505');
    expect(await permitPicture(me, path)).toEqual({ ok: false, error: 'datos_no_validos' });
  });

  test('gets a name that its owner learns only on upload', async () => {
    const me = await createUser(sql);
    const path = `portadas/${me}/${randomUUID()}.webp`;
    const known = async () => {
      const { imagenes } = await db.callAs<{ imagenes: Array<{ ruta: string }> }>(me, 'mis_datos');
      return imagenes.map(({ ruta }) => ruta);
    };
    await permitPicture(me, path);
    expect(await known()).toEqual([]);
    await put(me, path);
    expect(await known()).toEqual([path]);
    // An unused upload permission expires.
    const late = `portadas/${me}/${randomUUID()}.webp`;
    await permitPicture(me, late);
    await sql`update imagenes_subidas set created_at = now() - interval '6 minutes' where ruta = ${late}`;
    expect((await known()).sort()).toEqual([late, path].sort());
    expect(await put(me, late)).toBe('42501');
  });

  test('cannot be overwritten, moved or deleted by its owner', async () => {
    const me = await createUser(sql);
    const path = `avatars/usuarios/${me}/${randomUUID()}.webp`;
    await permitPicture(me, path);
    await put(me, path);
    for (const statement of [
      `update storage.objects set metadata = '{"mine": true}' where name like '%${me}%'`,
      `update storage.objects set name = 'usuarios/${me}/x.html' where name like '%${me}%'`,
      `delete from storage.objects where name like '%${me}%'`,
    ]) {
      const { count } = await db.asUser(me, async (tx) => (await asStorage(tx)).unsafe(statement));
      expect(count, statement).toBe(0);
    }
    expect(await reads(me, path)).toBe(true);
  });

  test('requires a permission of the shop for this very picture and person', async () => {
    const [me, other] = [await createUser(sql), await createUser(sql)];
    const path = `portadas/${me}/${randomUUID()}.webp`;
    const good = seal('imagen', me, path, 720, 960, 2000, blur);
    const refused = { ok: false, error: 'sello_no_valido' };
    const stranger = createHash('sha256').update('guess').digest('hex');
    for (const change of [
      { p_sello: stranger },
      { p_sello: '' },
      { p_sello: null },
      { p_ancho: 721, p_sello: good },
      { p_bytes: 1, p_sello: good },
      { p_blur: `${blur}AA`, p_sello: good },
      { p_ruta: `portadas/${me}/otra.webp`, p_sello: good },
    ]) {
      expect(await permitPicture(me, path, change)).toEqual(refused);
    }
    expect(await permitPicture(other, path, { p_sello: good })).toEqual(refused);
    // Not even the shop stores files in another person's folder, or with another kind of name.
    for (const odd of [
      `portadas/${other}/a.webp`,
      `portadas/${me}/../a.webp`,
      `avatars/${me}/a.webp`,
      `portadas/${me}/a.svg`,
      `descargas/${me}/a.webp`,
    ]) {
      expect(await permitPicture(me, odd), odd).toEqual({ ok: false, error: 'datos_no_validos' });
    }
  });

  test('has limited space, also under concurrency', async () => {
    const me = await createUser(sql);
    await sql`insert into imagenes_subidas (ruta, usuario_id, bytes)
      select 'portadas/' || ${me} || '/' || n || '.webp', ${me}, 1 from generate_series(1, 1997) n`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => permitPicture(me, `portadas/${me}/${randomUUID()}.webp`)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, error: 'sin_espacio' });
  });

  test('that is no longer used is permanently deleted by the maintenance job', async () => {
    const me = await createUser(sql);
    const [first, second] = [0, 1].map(() => `avatars/usuarios/${me}/${randomUUID()}.webp`) as [string, string];
    for (const path of [first, second]) {
      await permitPicture(me, path);
      await put(me, path);
    }
    const wear = (path: string) =>
      db.asUser(me, (tx) => tx`update usuarios_meta set avatar_url = ${`/media/${path}`} where id = ${me}`);
    await wear(first);
    const retired = async () =>
      (await sql`select imagenes_retiradas as path from imagenes_retiradas()`).map(({ path }) => path);
    expect(await retired()).not.toContain(first);
    await wear(second);
    expect(await retired()).toContain(first);
    await sql.begin(async (begun) => {
      // The package types a transaction without its call signature.
      const transaction = await asStorage(begun as unknown as Sql);
      await transaction`delete from storage.objects where name = ${first.slice('avatars/'.length)}`;
    });
    expect(await put(me, first)).toBe('42501');
    expect(
      await db.callAs<Answer>(me, 'borrar_mi_cuenta', { p_contrasena: await givePassword(sql, me) }),
    ).toMatchObject({ ok: true });
    expect(await retired()).toContain(second);
    await db.callService('olvidar_imagenes', { p_rutas: [second] });
    expect(await retired()).not.toContain(second);
  });
});

test('an unused permission is deleted by the chores, a used one is kept', async () => {
  const me = await createUser(sql);
  const [gone, kept] = [0, 1].map(() => `portadas/${me}/${randomUUID()}.webp`) as [string, string];
  await permitPicture(me, gone);
  await permitPicture(me, kept);
  await put(me, kept);
  const known = async () =>
    (await sql`select ruta from imagenes_subidas where usuario_id = ${me}`).map(({ ruta }) => ruta).sort();
  await db.callService('imagenes_retiradas');
  expect(await known()).toEqual([gone, kept].sort());
  await sql`update imagenes_subidas set created_at = now() - interval '2 hours' where usuario_id = ${me}`;
  await db.callService('imagenes_retiradas');
  expect(await known()).toEqual([kept]);
});

describe('a file to sell', () => {
  test('is uploaded to the own folder, under a requested name', async () => {
    const [me, other] = [await createUser(sql), await createUser(sql)];
    expect(await put(me, `descargas/${me}/a.zip`)).toBe('42501');
    const { ok, ruta } = await permitFile(me, 'torre.zip');
    expect(ok).toBe(true);
    expect(ruta).toMatch(new RegExp(`^descargas/${me}/[0-9a-f-]{36}/torre[.]zip$`));
    expect(await put(other, String(ruta))).toBe('42501');
    expect(await put(me, String(ruta))).toBe('stored');
    expect(await put(me, String(ruta))).toBe('23505');
    for (const name of ['', '.', '..', '../a.zip', 'a/b.zip', 'a b.zip', 'a%2e.zip', 'a\\b.zip', '.zip', 'é.zip']) {
      expect(await permitFile(me, name), name).toEqual({ ok: false, error: 'datos_no_validos' });
    }
  });

  test('cannot be overwritten or deleted once it exists', async () => {
    const me = await createUser(sql);
    const { ruta } = await permitFile(me, 'torre.zip');
    await put(me, String(ruta));
    for (const statement of [
      `update storage.objects set metadata = '{}' where name like '${me}%'`,
      `delete from storage.objects where name like '${me}%'`,
    ]) {
      expect((await db.asUser(me, async (tx) => (await asStorage(tx)).unsafe(statement))).count).toBe(0);
    }
  });

  test('has limited space for existing and permitted files', async () => {
    const me = await createUser(sql);
    await sql`insert into storage.objects (id, bucket_id, name, metadata)
      select gen_random_uuid(), 'descargas', ${me} || '/' || n || '/a.zip', '{"size": 1}' from generate_series(1, 397) n`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => permitFile(me, 'a.zip')));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    const heavy = await createUser(sql);
    const gib = 1024 ** 3;
    for (const n of Array.from({ length: 9 }).keys()) await putObject(`descargas/${heavy}/${n}/a.zip`, 5 * gib);
    expect(await permitFile(heavy, 'a.zip', 5 * gib + 1)).toEqual({ ok: false, error: 'demasiado_grande' });
    // Two at once for the last free space: permitted uploads count.
    const last = await Promise.all([permitFile(heavy, 'a.zip', 5 * gib), permitFile(heavy, 'b.zip', 5 * gib)]);
    expect(last.map(({ error }) => error).sort()).toEqual(['sin_espacio', undefined]);
    await db.callAs(heavy, 'olvidar_subida', { p_ruta: last.find(({ ok }) => ok)?.ruta });
    expect(await permitFile(heavy, 'a.zip', 5 * gib)).toMatchObject({ ok: true });
    const [room] = await sql`select count(*)::int as files, sum((metadata ->> 'size')::bigint)::float8 as bytes,
      privado.cuota_descargas()::float8 as quota from storage.objects where name like ${`${heavy}/%`}`;
    expect(room).toMatchObject({ files: 9, bytes: 45 * gib, quota: 50 * gib });
  });

  test('has at most ten open permissions, because sizes are unknown', async () => {
    const me = await createUser(sql);
    const answers = await Promise.all(Array.from({ length: 14 }, () => permitFile(me, 'a.zip')));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
    expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, error: 'demasiadas_subidas' });
  });

  test('cannot be submitted if cancelled, and counts until its signed links expire', async () => {
    const me = await createUser(sql);
    const paths: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      const { ruta } = await permitFile(me, 'a.zip', 1);
      expect(await db.callAs(me, 'olvidar_subida', { p_ruta: ruta })).toEqual({ ok: true });
      paths.push(String(ruta));
    }
    expect(await permitFile(me, 'a.zip', 1)).toEqual({ ok: false, error: 'demasiadas_subidas' });
    expect(await put(me, paths[0] ?? '')).toBe('42501');
    const giveUpAgo = (age: string) =>
      sql`update descargas_por_subir set dejada_at = now() - ${age}::interval where ruta = ${paths[0] ?? ''}`;
    await giveUpAgo('119 minutes');
    // Cancelling again does not change its age.
    await db.callAs(me, 'olvidar_subida', { p_ruta: paths[0] });
    expect(await permitFile(me, 'a.zip', 1)).toEqual({ ok: false, error: 'demasiadas_subidas' });
    await giveUpAgo('121 minutes');
    await db.callAs(me, 'olvidar_subida', { p_ruta: paths[0] });
    expect(await permitFile(me, 'a.zip', 1)).toMatchObject({ ok: true });
    expect(await put(me, paths[0] ?? '')).toBe('42501');
  });

  test('counts as permitted until its last signed link has expired', async () => {
    const me = await createUser(sql);
    for (let n = 0; n < 10; n += 1) await permitFile(me, 'a.zip', 1);
    const beginAgo = (age: string) =>
      sql`update descargas_por_subir set created_at = now() - ${age}::interval where usuario_id = ${me}`;
    await beginAgo('1559 minutes');
    expect(await permitFile(me, 'a.zip', 1)).toEqual({ ok: false, error: 'demasiadas_subidas' });
    await beginAgo('1561 minutes');
    expect(await permitFile(me, 'a.zip', 1)).toMatchObject({ ok: true });
  });

  test('has its hash recorded once, by its uploader, and only if complete', async () => {
    const [me, stranger] = [await createUser(sql), await createUser(sql)];
    const ruta = `descargas/${me}/${randomUUID()}/a.zip`;
    const print = (who: string, text: string, p_bytes = 1000) =>
      db.callAs<Answer>(who, 'anotar_huella', { p_ruta: ruta, p_huella: text, p_bytes });
    const [sent, other] = ['a'.repeat(64), 'b'.repeat(64)];
    expect(await print(me, sent)).toEqual({ ok: false, error: 'no_existe' });
    await putObject(ruta);
    expect(await print(stranger, sent)).toEqual({ ok: false, error: 'no_existe' });
    expect(await print(me, 'x')).toEqual({ ok: false, error: 'datos_no_validos' });
    expect(await print(me, sent, 999)).toEqual({ ok: false, error: 'incompleto' });
    await print(me, sent);
    await print(me, other);
    expect(await sql`select huella from huellas_descarga where ruta = ${ruta}`).toEqual([{ huella: sent }]);
  });

  test('is downloaded under its creator’s file name, in any script', async () => {
    const [me, buyer] = [await createUser(sql), await createUser(sql)];
    const ruta = `descargas/${me}/${randomUUID()}/archivo.zip`;
    await putObject(ruta);
    const print = (p_nombre: string) =>
      db.callAs<Answer>(me, 'anotar_huella', { p_ruta: ruta, p_huella: 'a'.repeat(64), p_bytes: 1000, p_nombre });
    const refused = { ok: false, error: 'datos_no_validos' };
    for (const name of [
      '',
      'mapa.exe',
      'zip',
      'a/b.zip',
      'a\\b.zip',
      'a\nb.zip',
      'a\u202Epiz.zip',
      `${'a'.repeat(252)}.zip`,
    ]) {
      expect(await print(name), name).toEqual(refused);
    }
    const producto = await createProduct(sql, { usuario_id: me, download_link: ruta });
    const payment = await buy(db, buyer, { producto });
    const [order] = await sql`select id from adquisiciones where pago_id = ${payment.id}`;
    const link = () => db.callAs<Answer>(buyer, 'enlace_descarga', { p_adquisicion: order?.id });
    expect(await link()).toMatchObject({ ok: true, nombre: null });
    expect(await print('地图 ñandú.ZIP')).toEqual({ ok: true });
    expect(await link()).toMatchObject({ ok: true, download_link: ruta, nombre: '地图 ñandú.ZIP' });
    // An edition with an address of its own is not saved under the name of the product's file.
    const edicion = await createEdition(sql, producto, { download_link: 'https://ejemplo.test/oro.zip' });
    await sql`update adquisiciones set edicion_id = ${edicion} where id = ${order?.id ?? ''}`;
    expect(await link()).toMatchObject({ download_link: 'https://ejemplo.test/oro.zip', nombre: null });
  });

  test('is readable by buyers, and by moderators during review, but not by its uploader', async () => {
    const creator = await createUser(sql);
    const [buyer, stranger, admin] = [await createUser(sql), await createUser(sql), await createUser(sql)];
    await sql`update usuarios_meta set role = 'admin' where id = ${admin}`;
    const moderator = await createUser(sql, { role: 'moderador' });
    const base = `descargas/${creator}/${randomUUID()}/base.zip`;
    const gold = `descargas/${creator}/${randomUUID()}/oro.zip`;
    const next = `descargas/${creator}/${randomUUID()}/nueva.zip`;
    for (const path of [base, gold, next]) await putObject(path);
    const producto = await createProduct(sql, { usuario_id: creator, download_link: base });
    const edicion = await createEdition(sql, producto, { download_link: gold });
    const payment = await buy(db, buyer, { producto, edicion });
    const [order] = await sql`select id from adquisiciones where pago_id = ${payment.id}`;
    const askForLink = () => db.callAs<Answer>(buyer, 'enlace_descarga', { p_adquisicion: order?.id });
    // Downloads are counted: a buyer can read a file only after requesting the order's link.
    expect([await reads(buyer, base), await reads(buyer, gold)]).toEqual([false, false]);
    expect(await askForLink()).toMatchObject({ ok: true, download_link: gold });
    const who = (path: string) =>
      Promise.all([creator, buyer, stranger, moderator, admin].map((person) => reads(person, path)));
    expect(await who(base)).toEqual([false, false, false, false, false]);
    expect(await who(gold)).toEqual([false, true, false, false, false]);
    const content = { nombre: 'x', precio: 5, category: 'plugin', portada_url: '/default-cover.webp' };
    const sent = await db.callAs<Answer>(creator, 'proponer_cambios', {
      p_producto: producto,
      p_contenido: sql.json({
        ...content,
        download_link: next,
        ediciones: [{ nombre: 'a', precio: 3, download_link: gold }],
      }),
    });
    expect(sent).toMatchObject({ ok: true });
    expect(await who(next)).toEqual([false, false, false, true, true]);
    expect(await who(gold)).toEqual([false, true, false, true, true]);
    // A moderator compares what is proposed with what is on sale.
    expect(await who(base)).toEqual([false, false, false, true, true]);

    await sql`update ediciones set reserva = true where id = ${edicion}`;
    await sql`update adquisiciones set es_reserva = true where id = ${String(order?.id)}`;
    expect(await reads(buyer, gold)).toBe(false);
    await sql`update ediciones set reserva = false, download_link = null where id = ${edicion}`;
    expect([await reads(buyer, gold), await reads(buyer, base)]).toEqual([false, true]);
    await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${buyer}`;
    expect(await reads(buyer, base)).toBe(false);
    await sql`update usuarios_meta set banned_until = null where id = ${buyer}`;
    expect(await reads(buyer, base)).toBe(true);
    const lookBack = (age: string) =>
      sql`update descargas_hechas set created_at = now() - ${age}::interval where adquisicion_id = ${String(order?.id)}`;
    await lookBack('121 seconds');
    expect(await reads(buyer, base)).toBe(false);
    expect(await askForLink()).toMatchObject({ ok: true });
    expect(await reads(buyer, base)).toBe(true);
    await lookBack('110 seconds');
    expect(await reads(buyer, base)).toBe(true);
    await refundAll(db, payment);
    expect(await reads(buyer, base)).toBe(false);
  });
});

test('the previous release can query own files only', async () => {
  const [me, other] = [await createUser(sql), await createUser(sql)];
  const path = `descargas/${me}/${randomUUID()}/a.zip`;
  await putObject(path);
  const seen = (who: string, operation: string) =>
    db.asUser(who, async (tx) => {
      await tx`select set_config('storage.operation', ${operation}, true)`;
      return (await tx`select from storage.objects where name = ${path.slice('descargas/'.length)}`).length;
    });
  expect(await seen(me, 'object.get_authenticated_info')).toBe(1);
  expect(await seen(other, 'object.get_authenticated_info')).toBe(0);
  for (const operation of ['storage.object.sign', 'storage.object.get_authenticated', 'storage.object.copy', '']) {
    expect(await seen(me, operation), operation).toBe(0);
  }
});

test('a file is not readable by the link of another order', async () => {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const files = ['a', 'b'].map((name) => `descargas/${creator}/${randomUUID()}/${name}.zip`) as [string, string];
  const orders: string[] = [];
  for (const path of files) {
    await putObject(path);
    const producto = await createProduct(sql, { usuario_id: creator, download_link: path });
    const payment = await buy(db, buyer, { producto });
    const [order] = await sql`select id from adquisiciones where pago_id = ${payment.id}`;
    orders.push(String(order?.id));
  }
  const [first, second] = files;
  await db.callAs(buyer, 'enlace_descarga', { p_adquisicion: orders[0] });
  expect([await reads(buyer, first), await reads(buyer, second)]).toEqual([true, false]);
  await db.callAs(buyer, 'enlace_descarga', { p_adquisicion: orders[1] });
  expect([await reads(buyer, first), await reads(buyer, second)]).toEqual([true, true]);
});

test.each(['avatars', 'descargas', 'portadas', 'pruebas'])(
  'objects in %s cannot be overwritten or moved by anybody',
  async (bucket) => {
    const name = `usuarios/${randomUUID()}/a.webp`;
    await sql`insert into storage.objects (id, bucket_id, name, version)
    values (gen_random_uuid(), ${bucket}, ${name}, 'reviewed')`;
    // Storage ends an upload as the service, by the first of these; it asks no policy for one that came by a signed link.
    for (const write of [
      `insert into storage.objects (id, bucket_id, name, version) values (gen_random_uuid(), '${bucket}', '${name}', 'other')
      on conflict (bucket_id, name) do update set version = excluded.version`,
      `update storage.objects set version = 'other' where name = '${name}'`,
      `update storage.objects set version = null where name = '${name}'`,
      `update storage.objects set name = 'usuarios/b.webp' where name = '${name}'`,
      `update storage.objects set bucket_id = 'avatars', name = 'b.webp' where name = '${name}'`,
    ]) {
      await expect(
        db.asService((tx) => tx.unsafe(write)),
        write,
      ).rejects.toMatchObject({ code: '23505' });
    }
    // Storage's own bookkeeping of an object, and a repeated upload.
    await db.asService(
      (tx) => tx`update storage.objects set last_accessed_at = now(), version = 'reviewed',
    metadata = '{"size": 1}' where name = ${name}`,
    );
    expect(await sql`select version from storage.objects where name = ${name}`).toEqual([{ version: 'reviewed' }]);
    // A restore has its rows before its files: each is stored once.
    await sql.begin(async (transaction) => {
      await transaction.unsafe('set local session_replication_role = replica');
      await transaction.unsafe(
        `update storage.objects set version = 'por restaurar:' || version where name = '${name}'`,
      );
    });
    const bring = (version: string) =>
      db.asService((tx) => tx`update storage.objects set version = ${version} where name = ${name}`);
    await bring('restored');
    await expect(bring('other')).rejects.toMatchObject({ code: '23505' });
  },
);

test('a banned account cannot store files or get permissions', async () => {
  const me = await createUser(sql);
  const path = `portadas/${me}/${randomUUID()}.webp`;
  await permitPicture(me, path);
  const { ruta } = await permitFile(me, 'a.zip');
  await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${me}`;
  expect([await put(me, path), await put(me, String(ruta))]).toEqual(['42501', '42501']);
  expect(await permitFile(me, 'a.zip')).toEqual({ ok: false, error: 'sin_sesion' });
  expect(await permitPicture(me, `portadas/${me}/b.webp`)).toEqual({ ok: false, error: 'sin_sesion' });
});

test('an upload permission expires', async () => {
  const me = await createUser(sql);
  const path = `portadas/${me}/${randomUUID()}.webp`;
  await permitPicture(me, path);
  const { ruta } = await permitFile(me, 'a.zip');
  await sql`update imagenes_subidas set created_at = now() - interval '6 minutes' where ruta = ${path}`;
  await sql`update descargas_por_subir set created_at = now() - interval '1441 minutes' where ruta = ${String(ruta)}`;
  expect([await put(me, path), await put(me, String(ruta))]).toEqual(['42501', '42501']);
});

test('an upload permission is valid until the very moment of its end', async () => {
  const me = await createUser(sql);
  const path = `portadas/${me}/${randomUUID()}.webp`;
  await permitPicture(me, path);
  const file = String((await permitFile(me, 'a.zip')).ruta);
  // Within a transaction, `now()` stands still.
  const may = (minutes: number, more: string) =>
    sql.begin(async (begun) => {
      const tx = begun as unknown as typeof sql;
      const made = `${minutes} minutes ${more}`;
      await tx`update imagenes_subidas set created_at = now() - ${made}::interval where ruta = ${path}`;
      await tx`update descargas_por_subir set created_at = now() - ${made}::interval where ruta = ${file}`;
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: me, aal: 'aal2' })}, true)`;
      const [row] = await tx`select privado.puede_subir(${path}) as picture, privado.puede_subir(${file}) as file`;
      return row;
    });
  expect(await may(5, '')).toEqual({ picture: false, file: true });
  expect(await may(5, '-1 microsecond')).toEqual({ picture: true, file: true });
  expect(await may(24 * 60, '')).toEqual({ picture: false, file: false });
  expect(await may(24 * 60, '-1 microsecond')).toEqual({ picture: false, file: true });
});

test('a permitted file needs a name, and cannot be stored after a ban', async () => {
  const creator = await createUser(sql);
  for (const name of [null, '', 'a/b.zip'])
    expect(await permitFile(creator, name as string)).toEqual({ ok: false, error: 'datos_no_validos' });
  const path = String((await permitFile(creator, 'a.zip')).ruta);
  await sql`update usuarios_meta set banned_until = '2999-01-01' where id = ${creator}`;
  expect(await put(creator, path)).toBe('42501');
  await sql`update usuarios_meta set banned_until = null where id = ${creator}`;
  expect(await put(creator, path)).toBe('stored');
});

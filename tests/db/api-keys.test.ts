import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { scopes } from '@/lib/api/scopes';
import {
  buy,
  createEdition,
  createFactor,
  createProduct,
  createUser,
  decideRevision,
  refundAll,
  submission,
} from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 8 });
const { sql } = db;

const newKey = () => createHash('sha256').update(randomBytes(32)).digest('hex');
const json = (value: unknown) => sql.json(value as never);

async function giveKey(user: string, ambitos: readonly string[] = scopes, change: Record<string, unknown> = {}) {
  const key = newKey();
  const made = await db.callAs(user, 'crear_llave', {
    p_nombre: 'CI',
    p_ambitos: ambitos,
    p_dias: 30,
    p_llave: key,
    p_pista: 'abcd',
    ...change,
  });
  return { key, id: String(made.llave_id), made };
}

const call = (key: string, operation: string, data: object = {}, once: { key?: string; print?: string } = {}) =>
  db.callAnon<Answer>('api_v1', {
    p_llave: key,
    p_operacion: operation,
    p_datos: json(data),
    p_clave: once.key ?? null,
    p_huella: once.print ?? null,
  });

const refused = { ok: false, error: 'sin_permiso' };

test('a key acts as its owner within its scopes, and every refusal gets the same response', async () => {
  const [creator, other] = [await createUser(sql), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator });
  const foreign = await createProduct(sql, { usuario_id: other });
  const { key, id } = await giveKey(creator, ['products:read']);
  expect(await call(key, 'listProducts', { limite: 10 })).toMatchObject({ ok: true, productos: [{ id: product }] });
  expect(await call(key, 'getKey')).toMatchObject({ ok: true, nombre: 'CI', ambitos: ['products:read'] });

  for (const operation of ['listSales', 'getBalance', 'createUpload', 'checkOwner', 'createCoupon', 'listCoupons']) {
    expect(await call(key, operation, { producto: product }), operation).toEqual(refused);
  }
  expect(await call(newKey(), 'listProducts')).toEqual(refused);
  // The stored hash is not a key.
  const [row] = await sql`select encode(huella, 'hex') as print, usada_at from llaves_api where id = ${id}`;
  expect(await call(String(row?.print), 'listProducts')).toEqual(refused);
  expect(row?.usada_at).not.toBeNull();

  const unknown = { ok: false, error: 'no_existe' };
  expect(await call(key, 'getProduct', { producto: foreign })).toEqual(unknown);
  expect(await call(key, 'getProduct', { producto: randomUUID() })).toEqual(unknown);

  expect(await db.callAs(other, 'revocar_llave', { p_llave: id })).toEqual(unknown);
  expect(await db.callAs(creator, 'revocar_llave', { p_llave: id })).toEqual({ ok: true });
  expect(await call(key, 'listProducts')).toEqual(refused);
  const old = await giveKey(creator);
  await sql`update llaves_api set caduca_at = now() where id = ${old.id}`;
  expect(await call(old.key, 'listProducts')).toEqual(refused);
  const third = await giveKey(creator);
  await sql`update usuarios_meta set banned_until = 'infinity' where id = ${creator}`;
  expect(await call(third.key, 'listProducts')).toEqual(refused);
});

test('a key reads an archived product, which takes no new version', async () => {
  const creator = await createUser(sql);
  const producto = await createProduct(sql, { usuario_id: creator });
  const { key } = await giveKey(creator);
  await sql`update productos set archivado_at = now() where id = ${producto}`;
  const archived = { id: producto, disponible: false, archivado_at: expect.any(String) };
  expect(await call(key, 'listProducts', { limite: 10 })).toMatchObject({ ok: true, productos: [archived] });
  expect(await call(key, 'getProduct', { producto })).toMatchObject({ ok: true, ...archived });
  expect(await call(key, 'getContent', { producto })).toEqual({ ok: false, error: 'no_existe' });
});

test('a key needs no second factor, has no staff rights, and cannot create keys', async () => {
  const admin = await createUser(sql, { role: 'admin' });
  await createFactor(sql, admin);
  const { key } = await giveKey(admin);
  expect(await call(key, 'getBalance')).toMatchObject({ ok: true, total_centimos: 0 });
  const foreign = await createProduct(sql, { status: 'pending' });
  expect(await call(key, 'getProduct', { producto: foreign })).toEqual({ ok: false, error: 'no_existe' });
  const asKey = await db.asAnon(async (tx) => {
    await tx`select api_v1(${key}, 'getKey')`;
    const [row] = await tx`select auth.uid() as uid, current_user as role, privado.es_admin() as admin,
      privado.es_moderador() as mod, crear_llave('x', '{sales:read}', 30, ${newKey()}, 'abcd') as made`;
    return row;
  });
  expect(asKey).toEqual({ uid: admin, role: 'authenticated', admin: false, mod: false, made: refused });
  const [after] = await db.asAnon((tx) => tx`select auth.uid() as uid, current_user as role`);
  expect(after).toEqual({ uid: null, role: 'anon' });
});

test('a key needs a name and known scopes, and a creator has at most twenty', async () => {
  const creator = await createUser(sql);
  const wrong = { ok: false, error: 'datos_no_validos' };
  for (const change of [
    { p_nombre: ' ' },
    { p_ambitos: [] },
    { p_ambitos: ['admin'] },
    { p_dias: 0 },
    { p_dias: 367 },
    { p_dias: null },
    { p_llave: 'abc' },
    { p_pista: 'ab"d' },
  ]) {
    expect((await giveKey(creator, scopes, change)).made, JSON.stringify(change)).toEqual(wrong);
  }
  for (const p_dias of [1, 366]) expect((await giveKey(creator, scopes, { p_dias })).made.ok).toBe(true);
  for (let at = 2; at < 18; at += 1) expect((await giveKey(creator)).made.ok).toBe(true);
  const last = await Promise.all(Array.from({ length: 4 }, () => giveKey(creator)));
  expect(last.map(({ made }) => made.error ?? 'made').sort()).toEqual([
    ...Array(2).fill('demasiadas_llaves'),
    ...Array(2).fill('made'),
  ]);
  expect((await giveKey(creator)).made).toEqual({ ok: false, error: 'demasiadas_llaves' });
  const { llaves } = (await db.callAs(creator, 'mis_llaves')) as unknown as { llaves: object[] };
  expect(llaves).toHaveLength(20);
  const mails = await sql`select datos from correos where user_id = ${creator} and plantilla = 'llave_nueva' limit 1`;
  expect(mails).toMatchObject([{ datos: { nombre: 'CI', ambitos: [...scopes].sort() } }]);
  expect(JSON.stringify(llaves)).not.toContain('huella');
  await sql`update llaves_api set revocada_at = now() where usuario_id = ${creator}`;
  for (let at = 20; at < 30; at += 1) expect((await giveKey(creator)).made.ok).toBe(true);
  expect((await giveKey(creator)).made).toEqual({ ok: false, error: 'demasiados_intentos' });
});

test('a key is shown as valid until it expires or is revoked', async () => {
  const creator = await createUser(sql);
  const [{ id, key: secret }, revoked] = [await giveKey(creator), await giveKey(creator)];
  await db.callAs(creator, 'revocar_llave', { p_llave: revoked.id });
  const at = async (left: string) => {
    const shown = await sql.begin(async (begun) => {
      const tx = begun as unknown as typeof sql;
      await tx`update llaves_api set caduca_at = now() + ${left}::interval where usuario_id = ${creator}`;
      const [opened] = await tx`select id from privado.abrir_llave(${secret})`;
      expect(opened?.id).toBe(left.startsWith('1') ? id : null);
      return tx`select l.id, privado.ficha_de_llave(l) ->> 'estado' as state from llaves_api l
        where usuario_id = ${creator}`;
    });
    return [id, revoked.id].map((key) => shown.find((row) => row.id === key)?.state);
  };
  const order = async () => {
    const answer = await db.callAs(creator, 'mis_llaves');
    expect(answer.ok).toBe(true);
    return (answer.llaves as Array<{ id: string }>).map((key) => key.id);
  };
  expect(await order()).toEqual([id, revoked.id]);
  expect(await at('1 second')).toEqual(['vigente', 'revocada']);
  expect(await at('0')).toEqual(['caducada', 'revocada']);
  expect(await at('-1 second')).toEqual(['caducada', 'revocada']);
  // Ended keys are listed by age.
  expect(await order()).toEqual([revoked.id, id]);
  await at('1 day');
  await sql`insert into llaves_api (usuario_id, nombre, huella, pista, ambitos, caduca_at, revocada_at)
    select ${creator}, 'CI', sha256(n::text::bytea), 'abcd', '{sales:read}', now() + interval '1 day', now()
    from generate_series(1, 50) n`;
  const shown = await order();
  expect([shown.length, shown[0]]).toEqual([50, id]);
});

test('a player owns a product while an order with their Minecraft name is valid', async () => {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator });
  const edition = await createEdition(sql, product, { nombre: 'Oro' });
  const { key } = await giveKey(creator, ['owners:read']);
  const owns = (jugador: string) => call(key, 'checkOwner', { producto: product, jugador });
  expect(await owns('Alex_1')).toEqual({ ok: true, tiene: false, desde: null, ediciones: [] });
  const sale = await buy(db, buyer, { producto: product, edicion: edition, minecraft: 'Alex_1' });
  expect(await owns('aLEX_1')).toMatchObject({ tiene: true, ediciones: [{ id: edition, nombre: 'Oro' }] });
  await refundAll(db, sale);
  expect(await owns('Alex_1')).toMatchObject({ tiene: false, desde: null });
  // A reservation can be cancelled until its release.
  await sql`update productos set reserva = true, fecha_lanzamiento = privado.hoy() + 1 where id = ${product}`;
  const reserved = await buy(db, buyer, { producto: product, minecraft: 'Alex_1' });
  expect(await owns('Alex_1')).toMatchObject({ tiene: false, desde: null });
  await sql`update productos set fecha_lanzamiento = privado.hoy() where id = ${product}`;
  expect(await owns('Alex_1')).toMatchObject({ tiene: true, ediciones: [] });
  await refundAll(db, reserved);
  // A person who takes the name of a deleted account owns nothing by it.
  await buy(db, buyer, { producto: product, minecraft: 'Alex_1' });
  expect(await owns('Alex_1')).toMatchObject({ tiene: true });
  await sql`select privado.vaciar_cuenta(${buyer})`;
  expect([await owns('borrado'), await owns('Alex_1')]).toMatchObject([{ tiene: false }, { tiene: false }]);
  const foreign = await createProduct(sql);
  expect(await call(key, 'checkOwner', { producto: foreign, jugador: 'Alex_1' })).toEqual({
    ok: false,
    error: 'no_existe',
  });
});

test('a change with an idempotency key is made once, even by concurrent requests', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator });
  const { key } = await giveKey(creator, ['coupons:write', 'coupons:read']);
  const coupon = { producto: product, codigo: 'VERANO', porcentaje: 10, usos_por_usuario: 1 };
  const send = (once: { key?: string; print?: string }, data: object = coupon) => call(key, 'createCoupon', data, once);
  // Keys of other creators are their own.
  const other = await giveKey(await createUser(sql), ['owners:read']);
  expect(await call(other.key, 'getKey', {}, { key: 'k1', print: 'p9' })).toMatchObject({ ok: true });
  const answers = await Promise.all(Array.from({ length: 4 }, () => send({ key: 'k1', print: 'p1' })));
  const made = answers[0]?.cupon_id;
  expect(answers.map(({ ok, cupon_id }) => [ok, cupon_id])).toEqual(Array(4).fill([true, made]));
  expect(answers.filter(({ repetida }) => repetida)).toHaveLength(3);
  expect(await send({ key: 'k1', print: 'p2' })).toEqual({ ok: false, error: 'otra_peticion' });
  expect(await send({ key: 'k2', print: 'p1' })).toEqual({ ok: false, error: 'codigo_ocupado' });
  // A refused request changed nothing: its key may be sent again with another code.
  const second = await send({ key: 'k2', print: 'p3' }, { ...coupon, codigo: 'OTRO' });
  expect(second).toMatchObject({ ok: true });
  expect(await send({ key: 'k2', print: 'p3' })).toEqual({ ...second, repetida: true });
  // Whether it was made can be asked without making it.
  const { key: writer } = await giveKey(creator, ['products:write', 'coupons:write']);
  const wasMade = (once: { key?: string; print?: string }) => call(writer, 'wasMade', {}, once);
  expect(await wasMade({ key: 'k1', print: 'p1' })).toEqual({ ok: true, hecha: false });
  expect(await call(writer, 'createCoupon', { ...coupon, codigo: 'MAS' }, { key: 'k1', print: 'p1' })).toMatchObject({
    ok: true,
  });
  expect(await wasMade({ key: 'k1', print: 'p1' })).toEqual({ ok: true, hecha: true });
  expect(await wasMade({ key: 'k1', print: 'p2' })).toEqual({ ok: false, error: 'otra_peticion' });
  expect(await call(key, 'wasMade', {}, { key: 'k1', print: 'p1' })).toEqual({ ok: false, error: 'sin_permiso' });
  expect(await call(key, 'listCoupons', { limite: 10 })).toMatchObject({ cupones: [{ codigo: 'MAS' }, {}, {}] });
  expect(await call(key, 'stopCoupon', { cupon: made })).toEqual({ ok: true });
  await sql`update peticiones_api set created_at = now() - interval '25 hours'`;
  await db.callService('olvidar_intentos');
  expect(await sql`select 1 from peticiones_api`).toHaveLength(0);
});

test('a new version with a file goes to review and keeps all other fields', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator });
  const { key } = await giveKey(creator, ['products:write', 'products:read']);
  const begun = await call(key, 'createUpload', { nombre: 'archivo.jar', bytes: 9 });
  const path = String(begun.ruta);
  expect(path.startsWith(`descargas/${creator}/`)).toBe(true);
  const may = async (role: 'anon' | 'authenticated', name = path) => {
    const send = async (tx: typeof sql) => {
      await tx`insert into storage.objects (bucket_id, name) values ('descargas', ${name.slice(10)})`;
      throw new Error('back');
    };
    const tried = role === 'anon' ? db.asAnon(send) : db.asUser(creator, send);
    return tried.catch((error: Error) => error.message === 'back');
  };
  expect(await may('anon')).toBe(true);
  expect(await may('anon', `descargas/${creator}/${randomUUID()}/archivo.jar`)).toBe(false);
  const own = await db.callAs(creator, 'permitir_subida', { p_nombre: 'archivo.zip', p_bytes: 9 });
  expect(await may('anon', String(own.ruta))).toBe(false);

  const read = await call(key, 'getContent', { producto: product });
  const contenido = { ...(read.contenido as object), version: '1.1', novedades: 'Más', download_link: path };
  const archivo = { ruta: path, huella: 'a'.repeat(64), bytes: 9, nombre: 'mio.jar' };
  const send = () => call(key, 'createVersion', { producto: product, contenido, archivo });
  expect(await send()).toEqual({ ok: false, error: 'archivo_no_existe' });
  const hasArrived = () => call(key, 'hasArrived', { ruta: path });
  expect(await hasArrived()).toEqual({ ok: true, llegado: false });
  await sql`insert into storage.objects (bucket_id, name, metadata)
    values ('descargas', ${path.slice(10)}, ${json({ size: 8 })})`;
  expect(await send()).toEqual({ ok: false, error: 'incompleto' });
  expect(await hasArrived()).toEqual({ ok: true, llegado: true });
  await sql`update storage.objects set metadata = ${json({ size: 9 })} where name = ${path.slice(10)}`;
  expect(await send()).toMatchObject({ ok: true, producto_id: product });
  const [revision] = await sql`select contenido ->> 'version' as version, contenido ->> 'download_link' as link,
    estado, autor_id from revisiones_producto where producto_id = ${product}`;
  expect(revision).toEqual({ version: '1.1', link: path, estado: 'pendiente', autor_id: creator });
  const [sold] = await sql`select download_link from productos where id = ${product}`;
  expect(sold?.download_link).toBe('https://ejemplo.test/producto.zip');
  expect(await call(key, 'getProduct', { producto: product })).toMatchObject({ revision: { estado: 'pendiente' } });
});

test('a version of a content that has changed since it was read is refused', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator });
  const { key } = await giveKey(creator, ['products:write']);
  type Read = { contenido: object; base: string };
  const read = async () => (await call(key, 'getContent', { producto: product })) as unknown as Read;
  const send = ({ contenido, base }: Read, version: string, once = {}) =>
    call(key, 'createVersion', { producto: product, contenido: { ...contenido, version }, base }, once);
  const first = await read();
  const answers = await Promise.all(['2.0', '2.1', '2.2'].map((version) => send(first, version)));
  expect(answers.map(({ ok, error }) => (ok ? 'sent' : error)).sort()).toEqual(['ha_cambiado', 'ha_cambiado', 'sent']);
  // A change of the form counts too; the refused call may be repeated with its key.
  const second = await read();
  const form = { ...second.contenido, descripcion: 'Otra' };
  await db.callAs(creator, 'proponer_cambios', { p_producto: product, p_contenido: json(form) });
  const once = { key: 'k1', print: 'p1' };
  expect(await send(second, '3.0', once)).toEqual({ ok: false, error: 'ha_cambiado' });
  expect(await send(await read(), '3.0', once)).toMatchObject({ ok: true });
  expect((await read()).contenido).toMatchObject({ version: '3.0', descripcion: 'Otra' });
  const revisions = await sql`select estado from revisiones_producto where producto_id = ${product} order by estado`;
  expect(revisions.map(({ estado }) => estado)).toEqual(['pendiente', 'sustituida', 'sustituida']);
});

test('a version leaves out a rejected change of a product on sale', async () => {
  const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
  const { key } = await giveKey(creator, ['products:write']);
  const created = { p_slug: `torre-${randomUUID()}`, p_contenido: json(submission({ nombre: 'Torre' })) };
  const { producto_id: producto } = await db.callAs(creator, 'crear_producto', created);
  type Read = { contenido: { nombre: string }; base: string };
  const read = async () => (await call(key, 'getContent', { producto })) as unknown as Read;
  const propose = (nombre: string) =>
    db.callAs(creator, 'proponer_cambios', { p_producto: producto, p_contenido: json(submission({ nombre })) });
  const decide = async (p_aprobar: boolean) => {
    const [revision] = await sql`select id from revisiones_producto
      where producto_id = ${String(producto)} and estado = 'pendiente'`;
    const p_motivos = p_aprobar ? [] : ['calidad'];
    await decideRevision(db, moderator, { p_revision: revision?.id, p_aprobar, p_motivos, p_nota: '' });
    return (await read()).contenido.nombre;
  };
  // A product that was never on sale is as it was submitted last.
  expect(await decide(false)).toBe('Torre');
  await propose('Torre 2');
  expect(await decide(true)).toBe('Torre 2');
  await propose('Rechazada');
  expect((await read()).contenido.nombre).toBe('Rechazada');
  expect(await decide(false)).toBe('Torre 2');
  const { contenido, base } = await read();
  expect(
    await call(key, 'createVersion', { producto, contenido: { ...contenido, version: '2.1' }, base }),
  ).toMatchObject({
    ok: true,
  });
});

test('a file permitted to a key is sent within a day, by a creator who is neither banned nor deleted', async () => {
  const creator = await createUser(sql);
  const { key } = await giveKey(creator, ['products:write']);
  const { ruta } = await call(key, 'createUpload', { nombre: 'archivo.jar', bytes: 9 });
  const mayAfter = async (change: string) => {
    const answers: unknown[] = [];
    const tried = sql.begin(async (begun) => {
      const tx = begun as unknown as typeof sql;
      await tx.unsafe(change);
      answers.push((await tx`select privado.puede_subir_con_llave(${String(ruta)}) as may`)[0]?.may);
      throw new Error('back');
    });
    await expect(tried).rejects.toThrow('back');
    return answers[0];
  };
  const account = (change: string) => `update usuarios_meta set ${change} where id = '${creator}'`;
  const permission = (change: string) => `update descargas_por_subir set ${change} where ruta = '${ruta}'`;
  for (const [change, expected] of [
    [account('banned_until = now()'), true],
    [account(`banned_until = now() + interval '1 second'`), false],
    [account('borrada_at = now()'), false],
    [permission(`created_at = now() - interval '23:59:59'`), true],
    [permission(`created_at = now() - interval '24 hours'`), false],
    [permission('dejada_at = now()'), false],
    [permission('por_llave = false'), false],
  ] as const) {
    expect(await mayAfter(change), change).toBe(expected);
  }
});

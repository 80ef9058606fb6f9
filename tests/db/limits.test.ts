import { randomBytes, randomUUID } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { describe, expect, test } from 'vitest';
import { buy, createCoupon, createPayment, createProduct, createSession, createUser, submission } from './factories.ts';
import { openDatabase, type Sql } from './harness.ts';
import { addServer } from './servers-fixture.ts';

const db = await openDatabase({ connections: 10 });
const { sql } = db;

const people = (count: number) => Promise.all(Array.from({ length: count }, () => createUser(sql)));
const throttled = (answers: Array<{ error?: string }>) =>
  answers.filter(({ error }) => error === 'demasiados_intentos').length;
const forget = (...kinds: string[]) => sql`delete from intentos where tipo = any (${kinds})`;

describe('codes', () => {
  const look = (who: string, p_codigo: string) => db.callAs(who, 'ver_codigo', { p_codigo });

  test('1,000 guesses by 20 accounts find no code and are throttled, and other people can redeem', {
    tags: 'nightly',
  }, async () => {
    const producto = await createProduct(sql);
    await sql`insert into codigos_canjes (codigo, id_producto) values ('ZZZZ-ZZZZ-0001', ${producto})`;
    const attackers = await people(20);
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, guess) => look(attackers[guess % 20] ?? '', `AAAA-AAAA-${guess}`)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(0);
    expect(answers.length - throttled(answers)).toBeLessThanOrEqual(200);
    const [late, honest] = await people(2);
    expect(await look(late ?? '', 'AAAA-BBBB-1')).toMatchObject({ error: 'codigo_no_valido' });
    expect(await look(late ?? '', 'AAAA-BBBB-2')).toMatchObject({ error: 'demasiados_intentos' });
    expect(await look(honest ?? '', 'ZZZZ-ZZZZ-0001')).toMatchObject({ ok: true });
    expect(
      await db.callAs(honest ?? '', 'canjear_codigo', { p_codigo: 'ZZZZ-ZZZZ-0001', p_minecraft_name: 'jugador_1' }),
    ).toMatchObject({ ok: true });
    await forget('codigo_tienda');
  });

  test('an attack on codes stays throttled for the next ten minutes', async () => {
    const [before, underAttack] = await sql.begin(async (begun) => {
      const tx = begun as unknown as Sql;
      const ask = async () =>
        (await tx<[{ answer: boolean }]>`select privado.bajo_ataque('prueba') as answer`)[0].answer;
      const quiet = await ask();
      await tx`insert into intentos (tipo, clave, desde, veces)
        select 'prueba_tienda', floor(extract(epoch from now()) / 600 - ago)::text, now(), 50
        from generate_series(0, 1) ago`;
      return [quiet, await ask()];
    });
    expect([before, underAttack]).toEqual([false, true]);
  });

  test('valid codes do not count as attempts, and invalid ones count by every path', async () => {
    const [who] = await people(1);
    const producto = await createProduct(sql);
    await sql`insert into codigos_canjes (codigo, id_producto) values ('YYYY-YYYY-0001', ${producto})`;
    for (let time = 0; time < 15; time += 1)
      expect(await look(who ?? '', 'YYYY-YYYY-0001')).toMatchObject({ ok: true });
    const guesses = Array.from({ length: 12 }, (_, guess) =>
      guess % 2 === 0
        ? look(who ?? '', `XXXX-${guess}`)
        : db.callAs(who ?? '', 'canjear_codigo', { p_codigo: `XXXX-${guess}`, p_minecraft_name: 'jugador_1' }),
    );
    expect(throttled(await Promise.all(guesses))).toBe(2);
  });
});

describe('coupons', () => {
  test('allow 30 invalid attempts by quotes and payments together, and valid ones do not count', async () => {
    const [user] = await people(1);
    const producto = await createProduct(sql);
    const good = await createCoupon(sql, producto);
    const quote = (p_cupon: string) => db.callAs(user ?? '', 'cotizar_compra', { p_producto: producto, p_cupon });
    for (let time = 0; time < 40; time += 1) expect(await quote(good)).toMatchObject({ ok: true });
    const guesses = Array.from({ length: 40 }, (_, guess) =>
      guess % 2 === 0
        ? quote(`NADA${guess}`)
        : db.callAs(user ?? '', 'crear_pago', {
            p_producto: producto,
            p_edicion: null,
            p_bundle: null,
            p_metodo: 'tarjeta',
            p_cupon: `NADA${guess}`,
            p_destinatario: null,
            p_minecraft_name: 'jugador_1',
            p_clave: randomUUID(),
          }),
    );
    expect(throttled(await Promise.all(guesses))).toBe(10);
    expect(await quote(good)).toMatchObject({ error: 'demasiados_intentos' });
  });
});

describe('gifts', () => {
  test('the quote does not reveal ownership, and starting a payment reveals it 20 times an hour', async () => {
    const [giver = '', owner = '', stranger = ''] = await people(3);
    const producto = await createProduct(sql);
    await buy(db, owner, { producto });
    const quote = (p_destinatario: string) =>
      db.callAs(giver, 'cotizar_compra', { p_producto: producto, p_destinatario });
    expect(await quote(owner)).toEqual(await quote(stranger));
    expect(await quote(owner)).toMatchObject({ ok: true });
    const pay = (destinatario: string) => createPayment(db, giver, { producto, destinatario });
    const answers = await Promise.all(Array.from({ length: 25 }, () => pay(owner)));
    expect(answers.filter(({ error }) => error === 'ya_lo_tienes')).toHaveLength(20);
    expect(throttled(answers)).toBe(5);
    expect(await pay('00000000-0000-0000-0000-000000000000')).toMatchObject({ ok: false });
  });
});

test('reports and reviews have an hourly limit', { tags: 'nightly' }, async () => {
  const [user = ''] = await people(1);
  const products = await Promise.all(Array.from({ length: 25 }, () => createProduct(sql)));
  const reports = await Promise.all(
    products.map((p_objeto) =>
      db.callAs(user, 'reportar', { p_tipo: 'producto', p_objeto, p_motivo: 'spam', p_texto: '' }),
    ),
  );
  expect(throttled(reports)).toBe(5);
  await buy(db, user, { producto: products[0] ?? '' });
  const reviews = await Promise.all(
    Array.from({ length: 35 }, (_, n) =>
      db.callAs(user, 'escribir_resena', { p_producto: products[0], p_estrellas: 1 + (n % 5), p_texto: '' }),
    ),
  );
  expect(throttled(reviews)).toBe(5);
});

describe('submissions of creators', () => {
  const content = sql.json(submission() as never);

  test('have an hourly limit for new products and changes together, not counting refused ones', {
    tags: 'nightly',
  }, async () => {
    const [creator = '', other = ''] = await people(2);
    const product = await createProduct(sql, { usuario_id: creator });
    const create = (who: string) =>
      db.callAs(who, 'crear_producto', { p_slug: `limite-${randomUUID()}`, p_contenido: content });
    const propose = (p_contenido = content) =>
      db.callAs(creator, 'proponer_cambios', { p_producto: product, p_contenido });
    expect(await propose(sql.json({}))).toEqual({ ok: false, error: 'datos_no_validos' });
    const sent = await Promise.all(Array.from({ length: 65 }, (_, n) => (n % 2 ? create(creator) : propose())));
    expect(throttled(sent)).toBe(5);
    expect(sent.filter(({ ok }) => ok)).toHaveLength(60);
    expect(await create(other)).toMatchObject({ ok: true });
    await sql`update intentos set desde = desde - interval '61 minutes' where clave = ${creator}`;
    expect(await propose()).toMatchObject({ ok: true });
  });

  test('have a limit of messages per ten minutes', async () => {
    const [creator = ''] = await people(1);
    const p_producto = await createProduct(sql, { usuario_id: creator });
    await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
      values (${p_producto}, ${creator}, '{}', false)`;
    const written = await Promise.all(
      Array.from({ length: 35 }, (_, n) => db.callAs(creator, 'comentar_revision', { p_producto, p_texto: `${n}` })),
    );
    expect(throttled(written)).toBe(5);
    const [row] = await sql`select count(*)::int as count from mensajes_revision where producto_id = ${p_producto}`;
    expect(row?.count).toBe(30);
  });
});

// Calls of one person.
const creator = await createUser(sql);
const [product, other] = [await createProduct(sql, { usuario_id: creator }), await createProduct(sql)];
const soldOut = await createProduct(sql, { unidades: 0 });
const server = await addServer(db, creator);
const hook = { p_url: 'https://hooks.example/sales', p_temas: ['sale'] };
const { webhook_id } = await db.callAs(creator, 'crear_webhook', hook);
const question = async (about: string, answer: string | null) => {
  const [row] = await sql`insert into preguntas (producto_id, user_id, texto, respuesta, respuesta_at)
    values (${about}, ${await createUser(sql)}, '¿Funciona con Paper?', ${answer}, ${answer && new Date()}) returning id`;
  return String(row?.id);
};
const waiting = await question(product, null);
const answered = await question(other, 'Sí');
const post = { titulo: 'Novedades', texto: 'Nueva sala', audiencia: 'publico' };
const key = { p_nombre: 'CI', p_ambitos: ['products:read'], p_dias: 30, p_llave: 'a'.repeat(64), p_pista: 'abcd' };
const gameServer = { p_nombre: 'Otro', p_tipo: 'azlink', p_identidad: 'online', p_prefijo: '' };

test.each<[string, string, number, Record<string, unknown>]>([
  ['guardar_enlaces', 'enlaces', 30, { p_enlaces: [] }],
  ['fijar_productos', 'fijados', 60, { p_productos: [] }],
  ['crear_servidor', 'servidor', 60, gameServer],
  ['probar_servidor', 'prueba_servidor', 60, { p_servidor: server.id }],
  [
    'compra_de_prueba',
    'prueba_servidor',
    60,
    { p_producto: product, p_edicion: null, p_jugador: 'Jugador_1', p_servidor: null },
  ],
  ['avisarme', 'aviso_existencias', 60, { p_producto: soldOut, p_quiero: true }],
  ['crear_llave', 'llave', 30, key],
  ['crear_webhook', 'webhook', 60, hook],
  ['probar_webhook', 'prueba_webhook', 60, { p_webhook: webhook_id }],
  [
    'guardar_publicacion',
    'publicacion',
    60,
    { p_id: null, p_version: null, p_datos: sql.json(post), p_publicar: false },
  ],
  ['responder_pregunta', 'responder_pregunta', 120, { p_pregunta: waiting, p_texto: 'Sí' }],
  ['agradecer_respuesta', 'gracias', 120, { p_pregunta: answered, p_gracias: true }],
])('calls of %s are limited (%s): %d', async (name, tipo, limit, args) => {
  const callAfter = async (veces: number) => {
    await sql`insert into intentos ${sql({ tipo, clave: creator, desde: new Date(), veces })}
      on conflict (tipo, clave) do update set desde = excluded.desde, veces = excluded.veces`;
    return (await db.callAs(creator, name, args)).error ?? 'none';
  };
  expect(await callAfter(limit - 1)).not.toMatch(/^demasiad/);
  expect(await callAfter(limit)).toMatch(/^demasiad/);
});

describe('password attempts at Auth itself', () => {
  const attempt = async (user: string, valid: boolean) => {
    const [row] = await sql`select privado.gancho_contrasena(${sql.json({ user_id: user, valid })}) as answer`;
    return row?.answer as { decision: string; message?: string };
  };
  const secret = () => randomBytes(32).toString('base64url');

  test('after ten wrong ones the right one is refused with the same message', async () => {
    const [user = ''] = await people(1);
    expect((await attempt(user, true)).decision).toBe('continue');
    const answers = await Promise.all(Array.from({ length: 60 }, () => attempt(user, false)));
    expect(answers.filter(({ decision }) => decision === 'continue')).toHaveLength(10);
    expect(await attempt(user, true)).toEqual({
      decision: 'reject',
      message: 'Invalid login credentials',
      should_logout_user: false,
    });
    await sql`update intentos set desde = desde - interval '16 minutes' where clave = ${user}`;
    expect((await attempt(user, true)).decision).toBe('continue');
  });

  test('the right one among sixty concurrent ones is accepted within the first ten only', async () => {
    const [user = ''] = await people(1);
    await Promise.all(Array.from({ length: 10 }, () => attempt(user, false)));
    const answers = await Promise.all(Array.from({ length: 50 }, (_, guess) => attempt(user, guess === 25)));
    expect(answers.filter(({ decision }) => decision === 'continue')).toHaveLength(0);
  });

  test('a known browser of the owner logs in during an attack, and another one does not', async () => {
    const [user = '', thief = ''] = await people(2);
    const [row] = await sql`select email from auth.users where id = ${user}`;
    const [known, foreign] = [secret(), secret()];
    await db.callAs(user, 'recordar_dispositivo', { p_secreto: known });
    await db.callAs(thief, 'recordar_dispositivo', { p_secreto: foreign });
    await Promise.all(Array.from({ length: 60 }, () => attempt(user, false)));
    const show = (p_secreto: string) => db.callAnon('reconocer_dispositivo', { p_correo: row?.email, p_secreto });
    expect(await show(foreign)).toBe(false);
    expect((await attempt(user, true)).decision).toBe('reject');
    expect(await show(known)).toBe(true);
    expect((await attempt(user, true)).decision).toBe('continue');
    expect((await attempt(user, true)).decision, 'once for each time it is shown').toBe('reject');
    const shown = await Promise.all(Array.from({ length: 20 }, () => show(known)));
    expect(shown.filter(Boolean).length).toBeLessThanOrEqual(10);
  });

  test('a session limits the attempts of one or many browsers to a hundred a day', async () => {
    const [user = ''] = await people(1);
    const [row] = await sql`select email from auth.users where id = ${user}`;
    const guess = async (p_secreto: string) => {
      await db.callAs(user, 'recordar_dispositivo', { p_secreto });
      return db.callAnon('reconocer_dispositivo', { p_correo: row?.email, p_secreto });
    };
    const same = secret();
    let tried = 0;
    for (let n = 0; n < 60; n += 1) if (await guess(same)) tried += 1;
    expect(tried).toBeLessThanOrEqual(20);
    let known = 0;
    for (let n = 0; n < 30; n += 1) if (await guess(secret())) known += 1;
    expect(known).toBeLessThanOrEqual(10);
  });

  test.each(['probar_contrasena', 'permitir_cambio_correo', 'permitir_segundo_factor', 'borrar_mi_cuenta'])(
    'do not lock a signed-in owner out of %s, whose own wrong attempts count per session',
    async (name) => {
      const [user = ''] = await people(1);
      await sql`update auth.users set encrypted_password = ${bcrypt.hashSync('Secreta123', 4)} where id = ${user}`;
      await Promise.all(Array.from({ length: 11 }, () => attempt(user, false)));
      const [stolen, own] = [await createSession(sql, user, 'aal2'), await createSession(sql, user, 'aal2')];
      const give = (p_contrasena: string, session_id: string) =>
        db.within({ aal: 'aal2', session_id }).callAs(user, name, { p_contrasena });
      for (let n = 0; n < 10; n += 1)
        expect(await give(`adivino${n}`, stolen)).toMatchObject({ ok: false, error: 'contrasena_incorrecta' });
      expect(await give('Secreta123', stolen)).toMatchObject({ ok: false, error: 'demasiados_intentos' });
      expect(await give('Secreta123', own)).toMatchObject({ ok: true });
    },
  );
});

describe('the mail address of an account', () => {
  const newUser = (email: string) => sql`insert into auth.users (id, email) values (${randomUUID()}, ${email})`;

  test('has an allowed domain, even if Auth is called directly', async () => {
    await expect(newUser('espia@evil.example')).rejects.toThrow('not admitted');
    await expect(newUser('espia@gmail.com.evil.example')).rejects.toThrow('not admitted');
    await expect(newUser('borrado-1@cuenta.invalid')).rejects.toThrow('not admitted');
    const [user = ''] = await people(1);
    await expect(sql`update auth.users set email = 'a@evil.example' where id = ${user}`).rejects.toThrow(
      'not admitted',
    );
    await expect(sql`update auth.users set email_change = 'a@evil.example' where id = ${user}`).rejects.toThrow();
  });

  test('follows the configuration', async () => {
    const all = ['gmail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com'];
    expect(await db.callService('admitir_dominios', { p_dominios: [...all, 'Colegio.example'] })).toBe(6);
    await newUser(`${randomUUID()}@colegio.example`);
    expect(await db.callService('admitir_dominios', { p_dominios: [] })).toBe(0);
    expect(await db.callService('admitir_dominios', { p_dominios: ['gmail.com'] })).toBe(1);
    expect(await db.callService('admitir_dominios', { p_dominios: all })).toBe(5);
    await expect(newUser('otro@colegio.example')).rejects.toThrow('not admitted');
  });

  test('changes only after the password was entered', async () => {
    const [user = ''] = await people(1);
    await sql`update auth.users set encrypted_password = ${bcrypt.hashSync('Secreta123', 4)} where id = ${user}`;
    const change = (to: string) => sql`update auth.users set email_change = ${to} where id = ${user}`;
    const to = () => `${randomUUID()}@gmail.com`;
    await expect(change(to())).rejects.toThrow('the password was not asked for');
    expect(await db.callAs(user, 'permitir_cambio_correo', { p_contrasena: 'no' })).toMatchObject({
      error: 'contrasena_incorrecta',
    });
    await expect(change(to())).rejects.toThrow('the password was not asked for');
    expect(await db.callAs(user, 'permitir_cambio_correo', { p_contrasena: 'Secreta123' })).toEqual({ ok: true });
    await change(to());
    await expect(change(to())).rejects.toThrow('the password was not asked for');
  });
});

describe('a session', () => {
  const within = (user: string, session: string, name: string) =>
    db.asUser(user, async (transaction) => {
      const claims = JSON.stringify({ sub: user, role: 'authenticated', session_id: session });
      await transaction`select set_config('request.jwt.claims', ${claims}, true)`;
      const [row] = await transaction.unsafe(`select ${name}() as answer`);
      return row?.answer;
    });
  const newSession = async (user: string) => {
    const id = randomUUID();
    await sql`insert into auth.sessions (id, user_id) values (${id}, ${user})`;
    return id;
  };

  test.each([
    ['password', (user: string) => sql`update auth.users set encrypted_password = 'nueva' where id = ${user}`],
    ['address', (user: string) => sql`update auth.users set email = ${`${randomUUID()}@gmail.com`} where id = ${user}`],
  ])('ends with a new %s, including all of its tokens', async (_what, change) => {
    const [user = '', other = ''] = await people(2);
    const [session, others] = [await newSession(user), await newSession(other)];
    expect(await within(user, session, 'privado.sesion_vigente')).toBe(true);
    await change(user);
    expect(await within(user, session, 'privado.sesion_vigente')).toBe(false);
    await expect(within(user, session, 'public.antes_de_peticion')).rejects.toThrow('the session has ended');
    expect(await within(other, others, 'privado.sesion_vigente')).toBe(true);
    expect(await within(user, others, 'privado.sesion_vigente'), "somebody else's").toBe(false);
    const again = await newSession(user);
    expect(await within(user, again, 'privado.sesion_vigente')).toBe(true);
  });

  test('survives other changes', async () => {
    const [user = ''] = await people(1);
    const session = await newSession(user);
    await sql`update auth.users set last_sign_in_at = now(), recovery_token = 'x' where id = ${user}`;
    expect(await within(user, session, 'privado.sesion_vigente')).toBe(true);
  });
});

test('data of ended sessions is deleted, and that of open ones kept', async () => {
  const [user = ''] = await people(1);
  const open = await createSession(sql, user, 'aal2');
  const tables = ['sesiones_abiertas', 'sesiones_recuperadas'];
  for (const table of tables) {
    for (const session_id of [open, randomUUID()])
      await sql`insert into ${sql(table)} ${sql({ session_id, user_id: user })}`;
  }
  await db.callService('olvidar_intentos');
  for (const table of tables)
    expect(await sql`select session_id from ${sql(table)} where user_id = ${user}`, table).toEqual([
      { session_id: open },
    ]);
});

test('contents of mails are erased after ninety days, and notifications deleted after a year', async () => {
  const [user = ''] = await people(1);
  const pago_id = randomUUID();
  const mail = (clave: string, estado: string, days: number, datos: Record<string, string>) =>
    sql`insert into correos (clave, user_id, plantilla, datos, direccion, estado, ultimo_error, created_at)
      values (${clave + user}, ${user}, 'prueba', ${sql.json(datos)}, 'ana@example.com', ${estado}, 'no', ${new Date(Date.now() - days * 86_400_000)})`;
  await mail('a', 'enviado', 91, { pago_id, texto: 'Hola' });
  await mail('b', 'fallido', 91, { texto: 'Hola' });
  await mail('c', 'enviado', 91, { pago_id });
  await mail('d', 'enviado', 89, { texto: 'Hola' });
  await mail('e', 'pendiente', 91, { texto: 'Hola' });
  const bell = (clave: string, age: string) =>
    sql`insert into notificaciones (user_id, tipo, clave, created_at)
      values (${user}, 'logro', ${clave}, now() - ${age}::interval)`;
  await bell('old', '367 days');
  await bell('new', '364 days');
  await db.callService('olvidar_intentos');
  expect(
    await sql`select left(clave, 1) as key, datos, direccion, ultimo_error from correos where user_id = ${user} order by clave`,
  ).toEqual([
    { key: 'a', datos: { pago_id }, direccion: null, ultimo_error: null },
    { key: 'b', datos: {}, direccion: null, ultimo_error: null },
    { key: 'c', datos: { pago_id }, direccion: null, ultimo_error: null },
    { key: 'd', datos: { texto: 'Hola' }, direccion: 'ana@example.com', ultimo_error: 'no' },
    { key: 'e', datos: { texto: 'Hola' }, direccion: 'ana@example.com', ultimo_error: 'no' },
  ]);
  expect(await sql`select clave from notificaciones where user_id = ${user}`).toEqual([{ clave: 'new' }]);
});

test('old attempts and permissions are deleted', async () => {
  const [user = ''] = await people(1);
  await sql`insert into intentos (tipo, clave, desde, veces) values ('cupon', ${user}, now() - interval '3 days', 4)`;
  await sql`insert into permisos (user_id, tipo, hasta) values (${user}, 'correo', now() - interval '1 hour')`;
  expect(await db.callService('olvidar_intentos')).toBeGreaterThan(0);
  expect(await sql`select 1 from permisos where user_id = ${user}`).toHaveLength(0);
});

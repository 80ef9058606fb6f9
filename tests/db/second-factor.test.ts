import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { consentVersion } from '@/lib/checkout/consent';
import {
  createFactor,
  createProduct,
  createSession,
  createUser,
  giveCoins,
  givePassword,
  submission,
} from './factories.ts';
import { type Answer, openDatabase, type SessionClaims } from './harness.ts';

const db = await openDatabase({ connections: 8 });
const { sql } = db;
const friend = await createUser(sql);

type Me = { mfa_pendiente: boolean; mfa_activa: boolean; aal2: boolean; role: string; favoritos: number };
const meOf = (user: string, session: SessionClaims) => db.within(session).callAs<Me>(user, 'quien_soy');
const half: SessionClaims = { aal: 'aal1' };

/** A person with a second factor in a session with the password only. */
async function halfSignedIn(account: Record<string, unknown> = {}) {
  const user = await createUser(sql, account);
  await createFactor(sql, user);
  return { user, session: { aal: 'aal1', session_id: await createSession(sql, user, 'aal1') } as SessionClaims };
}

/** The same person after the second step. */
async function wholeSignedIn(user: string): Promise<SessionClaims> {
  return { aal: 'aal2', session_id: await createSession(sql, user, 'aal2') };
}

async function newCodes(user: string): Promise<string[]> {
  const answer = await db.within(await wholeSignedIn(user)).callAs(user, 'crear_codigos_recuperacion');
  return answer.codigos as string[];
}

const noticesOf = async (user: string) =>
  (
    await sql`select datos ->> 'estado' as estado from correos where user_id = ${user} and plantilla = 'segundo_factor'
    order by id`
  ).map(({ estado }) => estado);

describe('a session without its second factor', () => {
  test('can act after the second factor, and a person without one always', async () => {
    const product = await createProduct(sql);
    const favourite = (user: string, session: SessionClaims) =>
      db
        .within(session)
        .asUser(user, (transaction) =>
          transaction`insert into favoritos (user_id, producto_id) values (${user}, ${product})`.then(() => 'done'),
        );
    const { user, session } = await halfSignedIn();
    await expect(favourite(user, session)).rejects.toThrow(/row-level security/);
    expect(await meOf(user, session)).toMatchObject({ mfa_pendiente: true, mfa_activa: true, aal2: false });
    const whole = await wholeSignedIn(user);
    expect(await favourite(user, whole)).toBe('done');
    expect(await meOf(user, whole)).toMatchObject({ mfa_pendiente: false, aal2: true, favoritos: 1 });
    expect(await meOf(user, session)).toMatchObject({ favoritos: 0 });
    expect(await favourite(await createUser(sql), half)).toBe('done');
  });

  test('is complete if the factor is unverified', async () => {
    const user = await createUser(sql);
    await sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (${randomUUID()}, ${user}, 'x', 'totp', 'unverified', now(), now())`;
    expect(await meOf(user, half)).toMatchObject({ mfa_pendiente: false, mfa_activa: false });
  });

  test('includes a token without a level, even of an admin', async () => {
    const { user } = await halfSignedIn();
    expect(await meOf(user, {})).toMatchObject({ mfa_pendiente: true });
    const admin = await createUser(sql, { role: 'admin' });
    expect(await db.within({}).callAs(admin, 'admin_resumen', { p_dias: 7 })).toMatchObject({ error: 'sin_permiso' });
  });

  test('is one whose factor was removed or whose session ended, even with an aal2 token', async () => {
    const user = await createUser(sql, { role: 'admin' });
    await createFactor(sql, user);
    const session = await wholeSignedIn(user);
    const summary = () => db.within(session).callAs(user, 'admin_resumen', { p_dias: 7 });
    expect((await summary()).error).toBeUndefined();
    await sql`update auth.sessions set aal = 'aal1' where id = ${session.session_id ?? ''}`;
    expect((await summary()).error).toBe('sin_permiso');
    await sql`update auth.sessions set aal = 'aal2' where id = ${session.session_id ?? ''}`;
    expect((await summary()).error).toBeUndefined();
    await sql`delete from auth.sessions where id = ${session.session_id ?? ''}`;
    expect((await summary()).error).toBe('sin_permiso');
    expect(await meOf(user, session)).toBeNull();
  });

  test('is not completed by the session of another person', async () => {
    const { user } = await halfSignedIn();
    const other = await createUser(sql);
    expect(await meOf(user, await wholeSignedIn(other))).toBeNull();
  });

  test('cannot delete the account, and sees only public data', async () => {
    const { user, session } = await halfSignedIn();
    const p_contrasena = await givePassword(sql, user);
    await expect(db.within(session).callAs(user, 'borrar_mi_cuenta', { p_contrasena })).rejects.toThrow(/second step/);
    const tables = await sql`select tablename from pg_policies where schemaname = 'public' and cmd = 'SELECT'
      group by tablename having not bool_or('anon' = any (roles))`;
    expect(tables.length).toBeGreaterThan(20);
    for (const { tablename } of tables) {
      const rows = await db
        .within(session)
        .asUser(user, (transaction) => transaction.unsafe(`select 1 from ${tablename} limit 1`));
      expect(rows, tablename).toHaveLength(0);
    }
  });

  const content = sql.json(submission({ nombre: 'Robado' }) as never);
  /** Functions that write without a question about the session: what they write to asks. */
  const silent: Record<string, (product: string) => Record<string, unknown>> = {
    crear_pago: (p_producto) => ({
      p_producto,
      p_edicion: null,
      p_bundle: null,
      p_metodo: 'uncoins',
      p_cupon: null,
      p_destinatario: null,
      p_minecraft_name: 'jugador_1',
      p_clave: randomUUID(),
      p_consentimiento: consentVersion,
    }),
    crear_regalo: (p_producto) => ({
      p_producto,
      p_edicion: null,
      p_bundle: null,
      p_metodo: 'tarjeta',
      p_cupon: null,
      p_destinatario: friend,
      p_mensaje: null,
      p_fecha_entrega: null,
      p_clave: randomUUID(),
      p_consentimiento: consentVersion,
    }),
    archivar_producto: (p_producto) => ({ p_producto, p_archivar: true }),
    cambiar_precios: (p_producto) => ({ p_producto, p_precio: 9, p_oferta: null, p_ediciones: sql.json([]) }),
    crear_cupon: (p_producto) => ({
      p_producto,
      p_codigo: 'ROBADO',
      p_porcentaje: 10,
      p_centimos: null,
      p_minimo_centimos: null,
      p_desde: null,
      p_hasta: null,
      p_usos_max: null,
      p_usos_por_usuario: null,
    }),
    programar_oferta: (p_producto) => ({
      p_producto,
      p_edicion: null,
      p_precio: 5,
      p_desde: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
      p_hasta: new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10),
      p_descripcion: '',
      p_descripcion_en: '',
    }),
    crear_producto: () => ({ p_slug: `robado-${randomUUID()}`, p_contenido: content }),
    previsualizar_productos: (product) => ({
      p_productos: [product],
      p_cambio: sql.json({ precio: { modo: 'fijar', valor: 9 } }),
    }),
    editar_productos: (product) => ({
      p_cambio: sql.json({ precio: { modo: 'fijar', valor: 9 } }),
      p_huellas: sql.json({ [product]: 'x' }),
      p_clave: randomUUID(),
    }),
    proponer_cambios: (p_producto) => ({ p_producto, p_contenido: content }),
    reclamar_con_club: (p_producto) => ({ p_producto, p_minecraft_name: 'jugador_1' }),
  };

  test('is checked by every writing function, unless it is tested here', async () => {
    const rows =
      await sql`select proname from pg_proc where pronamespace::regnamespace::text in ('public', 'privado') and provolatile = 'v'
      and has_function_privilege('authenticated', oid, 'execute')
      and prosrc !~ 'puede_actuar|es_admin|es_moderador|sesion_completa' order by 1`;
    // These appeal against a ban, which precedes the second factor; create the account of the caller;
    // count a view or a given-up mail, which the shop has sealed. Logging out is tested above.
    const sealed = [
      'anotar_correo_sin_pedir',
      'anotar_registro',
      'avisar_registro_repetido',
      'dejar_correos',
      'registrar_visita',
    ];
    const harmless = [
      'anotar_sesion',
      'apelar',
      'asegurar_cuenta',
      'cotizar_compra',
      'pagina_de_pago',
      'reconocer_contrasena',
      'reconocer_dispositivo',
      'reconocer_registro',
      ...sealed,
    ];
    // They check by `motivo_no_publica`, as those tested below do.
    const asking = [
      'ajustar_licencias',
      'buscar_copia',
      'cambiar_servidor',
      'cambiar_webhook',
      'cancelar_envio',
      'cancelar_oferta',
      'compra_de_prueba',
      'crear_llave',
      'crear_servidor',
      'crear_webhook',
      'guardar_accion',
      'guardar_publicacion',
      'marcar_archivo',
      'probar_servidor',
      'probar_webhook',
      'reenviar_webhook',
      'renovar_clave_servidor',
      'renovar_secreto_webhook',
    ];
    // No request can call a function of `privado`: `api_v1` calls these after its own check.
    const behindApi = ['api_hacer', 'api_version', 'sujetar_contenido', 'empezar_peticion', 'terminar_peticion'];
    const known = ['borrar_mi_cuenta', ...behindApi, ...harmless, ...asking, ...Object.keys(silent)];
    expect(rows.map(({ proname }) => proname)).toEqual(known.sort());
  });

  test('is checked by every function with personal data', async () => {
    const rows =
      await sql`select proname from pg_proc where pronamespace::regnamespace::text in ('public', 'privado') and provolatile <> 'v'
      and has_function_privilege('authenticated', oid, 'execute') and prosrc ~ 'auth[.]uid'
      and prosrc !~ 'puede_actuar|es_moderador[(][)] then|sesion_completa' order by 1`;
    // Functions that identify the caller or check the session; a product's creator is public. `api_v1` calls its own
    // after it has asked; no request can name them.
    expect(rows.map(({ proname }) => proname)).toEqual([
      'antes_de_peticion',
      'api_contenido',
      'api_producto',
      'api_productos',
      'es_admin',
      'es_moderador',
      'es_su_producto',
      'sesion_completa',
      'sesion_vigente',
    ]);
  });

  test.each(['mi_biblioteca', 'mi_panel', 'mi_reputacion', 'mi_saldo', 'mis_datos', 'mis_descargas'])(
    'gets only public data from %s, and all of it after the second factor',
    async (name) => {
      const { user, session } = await halfSignedIn();
      const args = name === 'mi_panel' ? { p_dias: 7 } : {};
      if (name === 'mi_biblioteca' || name === 'mis_descargas') {
        const product = await createProduct(sql, { precio: 0 });
        await sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
          values (${user}, ${product}, 'gratis', 0, 'jugador_1')`;
        await sql`update adquisiciones set descargas = 1 where user_id = ${user}`;
      }
      if (name === 'mi_panel') await createProduct(sql, { usuario_id: user });
      const creatorGain = async () => {
        const product = await createProduct(sql, { usuario_id: user });
        const [sale] = await sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
          values (${await createUser(sql)}, ${product}, 'compra', 10, 'jugador_1') returning id`;
        await sql`insert into movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
          values (${user}, 200, 'venta', ${`venta:${sale?.id}`}, ${sale?.id})`;
      };
      if (name === 'mi_saldo') await creatorGain();
      const stranger = randomUUID();
      const nothing = await db.callAs(stranger, name, args);
      expect(await db.within(session).callAs(user, name, args)).toEqual(nothing);
      expect(await db.within(await wholeSignedIn(user)).callAs(user, name, args)).not.toEqual(nothing);
    },
  );

  test.each(Object.entries(silent))('cannot call %s, which succeeds after the second factor', async (name, args) => {
    const { user, session } = await halfSignedIn();
    await giveCoins(sql, user, 9000);
    await db.callService('aplicar_suscripcion', {
      p_usuario: user,
      p_referencia: `sub_${user}`,
      p_plan: 'monthly',
      p_estado: 'activa',
      p_periodo_inicio: new Date(),
      p_periodo_fin: new Date(Date.now() + 86_400_000 * 30),
      p_visto_at: new Date(),
      p_cargos: sql.json([
        {
          factura: `in_${user}`,
          desde: new Date().toISOString(),
          hasta: new Date(Date.now() + 86_400_000 * 30).toISOString(),
          centimos: 390,
          moneda: 'eur',
          estado: 'pagado',
          devuelto_centimos: 0,
          perdido: false,
          pagado_at: new Date().toISOString(),
        },
      ]),
    });
    const isOthers = ['crear_pago', 'reclamar_con_club'].includes(name);
    const own = isOthers ? {} : { usuario_id: user };
    const product = await createProduct(sql, { ...own, club_only: name === 'reclamar_con_club' });
    const attempt = db.within(session).callAs<Answer>(user, name, args(product));
    const refused = await attempt.then(
      ({ ok }) => !ok,
      (error: Error) => /second step/.test(error.message),
    );
    expect(refused).toBe(true);
    expect(await db.within(await wholeSignedIn(user)).callAs(user, name, args(product))).toMatchObject({ ok: true });
  });

  test('ends with a deleted account, whose factors are deleted without a mail', async () => {
    const { user } = await halfSignedIn();
    const before = await noticesOf(user);
    expect(before).toEqual(['activado']);
    const p_contrasena = await givePassword(sql, user);
    const whole = db.within(await wholeSignedIn(user));
    expect(await whole.callAs(user, 'borrar_mi_cuenta', { p_contrasena })).toMatchObject({ ok: true });
    expect(await sql`select from auth.mfa_factors where user_id = ${user}`).toHaveLength(0);
    expect(await noticesOf(user)).toEqual([]);
  });
});

test('the name of an app is limited to 100 characters', async () => {
  const user = await createUser(sql);
  const add = (name: string) => sql`insert into auth.mfa_factors
    (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
    values (${randomUUID()}, ${user}, ${name}, 'totp', 'unverified', 'x', now(), now())`;
  await expect(add('a'.repeat(101))).rejects.toThrow(/too long/);
  await add('a'.repeat(100));
});

describe('recovery codes', () => {
  test('are ten different ones, stored as hashes', async () => {
    const { user } = await halfSignedIn();
    const codes = await newCodes(user);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/);
    const [stored] = await sql`select string_agg(encode(hash, 'escape'), ' ') as text from codigos_recuperacion
      where user_id = ${user}`;
    for (const code of codes) expect(stored?.text).not.toContain(code);
  });

  test('are created only after the second factor, if there is one', async () => {
    const { user, session } = await halfSignedIn();
    expect(await db.within(session).callAs(user, 'crear_codigos_recuperacion')).toMatchObject({ error: 'sin_sesion' });
    const without = await createUser(sql);
    expect(await db.callAs(without, 'crear_codigos_recuperacion')).toMatchObject({ error: 'segundo_paso' });
    const [code] = await newCodes(user);
    await db.within(session).callAs(user, 'usar_codigo_recuperacion', { p_codigo: code });
    expect(await db.within(session).callAs(user, 'crear_codigos_recuperacion')).toMatchObject({
      error: 'segundo_paso',
    });
  });

  test('admit one session in any spelling, but no other session and not to the panel', async () => {
    const { user, session } = await halfSignedIn({ role: 'admin' });
    const [code = ''] = await newCodes(user);
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
    const use = (p_codigo: string) => db.within(session).callAs(user, 'usar_codigo_recuperacion', { p_codigo });
    expect(await use('AAAA-AAAA-AAAA-AAAA')).toMatchObject({ error: 'codigo_no_valido' });
    expect(await use(typed)).toEqual({ ok: true, quedan: 9 });
    expect(await meOf(user, session)).toMatchObject({ mfa_pendiente: false, mfa_activa: true, aal2: false });
    expect(await db.within(session).callAs(user, 'admin_resumen', { p_dias: 7 })).toMatchObject({
      error: 'sin_permiso',
    });
    const another: SessionClaims = { aal: 'aal1', session_id: await createSession(sql, user, 'aal1') };
    expect(await meOf(user, another)).toMatchObject({ mfa_pendiente: true });
    expect(await db.within(another).callAs(user, 'usar_codigo_recuperacion', { p_codigo: code })).toMatchObject({
      error: 'codigo_no_valido',
    });
    expect(await noticesOf(user)).toEqual(['activado', 'codigo_usado']);
  });

  test('are refused to a token without a session, or of one that has ended', async () => {
    const { user } = await halfSignedIn();
    const [code] = await newCodes(user);
    for (const claims of [{}, { session_id: randomUUID() }]) {
      const answer = await db
        .within({ aal: 'aal1', ...claims })
        .callAs(user, 'usar_codigo_recuperacion', { p_codigo: code });
      expect(answer).toEqual({ ok: false, error: 'sin_sesion' });
    }
  });

  test('are blocked after ten wrong ones in a quarter of an hour', async () => {
    const { user, session } = await halfSignedIn();
    const [code = ''] = await newCodes(user);
    const use = (p_codigo: string) => db.within(session).callAs(user, 'usar_codigo_recuperacion', { p_codigo });
    for (let n = 0; n < 10; n++) expect(await use('AAAA-AAAA-AAAA-AAAA')).toMatchObject({ error: 'codigo_no_valido' });
    expect(await use(code)).toMatchObject({ error: 'demasiados_intentos' });
    await sql`update intentos set desde = desde - interval '16 minutes' where clave = ${user}`;
    expect(await use(code)).toMatchObject({ ok: true });
  });

  test('admit one of eight concurrent sessions', async () => {
    const { user } = await halfSignedIn();
    const [code] = await newCodes(user);
    const sessions = await Promise.all(Array.from({ length: 8 }, () => createSession(sql, user, 'aal1')));
    const answers = await Promise.all(
      sessions.map((session_id) =>
        db.within({ aal: 'aal1', session_id }).callAs<Answer>(user, 'usar_codigo_recuperacion', { p_codigo: code }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await sql`select from sesiones_recuperadas where user_id = ${user}`).toHaveLength(1);
  });

  test('complete two sessions with two codes, of which the person sees how many are left', async () => {
    const { user, session } = await halfSignedIn();
    const codes = await newCodes(user);
    await newCodes(await createUser(sql));
    const whole = db.within(await wholeSignedIn(user));
    const left = () => whole.callAs(user, 'mis_codigos_recuperacion');
    expect(await left()).toEqual({ quedan: 10 });
    expect(await db.within(session).callAs(user, 'mis_codigos_recuperacion')).toEqual({ quedan: 0 });
    const second: SessionClaims = { aal: 'aal1', session_id: await createSession(sql, user, 'aal1') };
    for (const [index, claims] of [session, second].entries()) {
      const use = { p_codigo: codes[index] };
      expect(await db.within(claims).callAs(user, 'usar_codigo_recuperacion', use)).toMatchObject({ ok: true });
    }
    for (const claims of [session, second]) expect(await meOf(user, claims)).toMatchObject({ mfa_pendiente: false });
    expect(await left()).toEqual({ quedan: 8 });
  });

  test('are replaced by new ones, even concurrently', async () => {
    const { user, session } = await halfSignedIn();
    const [old] = await newCodes(user);
    const sets = await Promise.all([newCodes(user), newCodes(user)]);
    expect(await sql`select from codigos_recuperacion where user_id = ${user}`).toHaveLength(10);
    const use = (p_codigo: string | undefined) =>
      db.within(session).callAs(user, 'usar_codigo_recuperacion', { p_codigo });
    expect(await use(old)).toMatchObject({ error: 'codigo_no_valido' });
    const tried = [await use(sets[0]?.[0]), await use(sets[1]?.[0])];
    expect(tried.filter(({ error }) => error === 'codigo_no_valido').length).toBeLessThan(2);
  });

  test('of another person are refused', async () => {
    const [mine, theirs] = [await halfSignedIn(), await halfSignedIn()];
    const [code] = await newCodes(theirs.user);
    expect(
      await db.within(mine.session).callAs(mine.user, 'usar_codigo_recuperacion', { p_codigo: code }),
    ).toMatchObject({ error: 'codigo_no_valido' });
  });

  test('allow the removal of the lost app, which deletes the codes', async () => {
    const { user, session } = await halfSignedIn();
    const [code] = await newCodes(user);
    const remove = () => db.within(session).callAs(user, 'retirar_apps_perdidas');
    expect(await remove()).toMatchObject({ error: 'sin_sesion' });
    await db.within(session).callAs(user, 'usar_codigo_recuperacion', { p_codigo: code });
    expect(await remove()).toEqual({ ok: true });
    expect(await meOf(user, session)).toMatchObject({ mfa_pendiente: false, mfa_activa: false });
    expect(await sql`select from codigos_recuperacion where user_id = ${user}`).toHaveLength(0);
    expect(await noticesOf(user)).toEqual(['activado', 'codigo_usado', 'desactivado']);
  });

  test('are refused in a session with the second factor', async () => {
    const { user } = await halfSignedIn();
    expect(await db.within(await wholeSignedIn(user)).callAs(user, 'retirar_apps_perdidas')).toMatchObject({
      error: 'segundo_paso',
    });
  });
});

describe('enrolling an app', () => {
  const begin = (user: string) => sql`insert into auth.mfa_factors
    (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
    values (${randomUUID()}, ${user}, ${randomUUID()}, 'totp', 'unverified', now(), now())`;
  const permit = (user: string, p_contrasena: string) => db.callAs(user, 'permitir_segundo_factor', { p_contrasena });

  test('requires the password for each app, within a minute', async () => {
    const user = await createUser(sql);
    const password = await givePassword(sql, user);
    expect(await db.callAs(user, 'tengo_contrasena')).toBe(true);
    await expect(begin(user)).rejects.toThrow('the password was not asked for');
    expect(await permit(user, 'no')).toMatchObject({ error: 'contrasena_incorrecta' });
    await expect(begin(user)).rejects.toThrow('the password was not asked for');
    expect(await permit(user, password)).toEqual({ ok: true });
    await begin(user);
    await expect(begin(user)).rejects.toThrow('the password was not asked for');
    await permit(user, password);
    await sql`update permisos set hasta = now() where user_id = ${user}`;
    await expect(begin(user)).rejects.toThrow('the password was not asked for');
  });

  test('requires a permission for the same purpose, which an incomplete session cannot get', async () => {
    const { user } = await halfSignedIn();
    // A new password ends earlier sessions.
    const p_contrasena = await givePassword(sql, user);
    const whole = db.within(await wholeSignedIn(user));
    expect(await whole.callAs(user, 'permitir_cambio_correo', { p_contrasena })).toEqual({ ok: true });
    await expect(begin(user)).rejects.toThrow('the password was not asked for');
    const halfway = db.within({ aal: 'aal1', session_id: await createSession(sql, user, 'aal1') });
    expect(await halfway.callAs(user, 'permitir_segundo_factor', { p_contrasena })).toMatchObject({
      error: 'sin_sesion',
    });
  });

  test('requires no password from an account without one', async () => {
    const user = await createUser(sql);
    expect(await db.callAs(user, 'tengo_contrasena')).toBe(false);
    expect(await permit(user, '')).toEqual({ ok: true });
    await begin(user);
  });

  test('limits password attempts', async () => {
    const user = await createUser(sql);
    const password = await givePassword(sql, user);
    for (let guess = 0; guess < 10; guess += 1) await permit(user, 'no');
    expect(await permit(user, password)).toMatchObject({ error: 'demasiados_intentos' });
  });
});

describe('notifications of the second factor', () => {
  test('are sent for each change of a factor, by mail and in the shop', async () => {
    const user = await createUser(sql);
    const first = await createFactor(sql, user, 'Teléfono');
    const second = await createFactor(sql, user, 'Tableta');
    await sql`delete from auth.mfa_factors where id = ${second}`;
    await sql`delete from auth.mfa_factors where id = ${first}`;
    expect(await noticesOf(user)).toEqual(['activado', 'activado', 'app_quitada', 'desactivado']);
    const notices = await sql`select datos ->> 'estado' as estado from notificaciones
      where user_id = ${user} and tipo = 'segundo_factor' order by id`;
    expect(notices.map(({ estado }) => estado)).toEqual(await noticesOf(user));
  });

  test('do not prevent Auth from deleting an account with factors', async () => {
    const { user } = await halfSignedIn();
    await sql`delete from usuarios_meta where id = ${user}`;
    await sql`delete from auth.users where id = ${user}`;
    expect(await sql`select from auth.mfa_factors where user_id = ${user}`).toHaveLength(0);
  });
});

describe("an admin's reset for a person without phone and codes", () => {
  const reset = (admin: string, user: string, p_motivo: unknown = 'Perdió el móvil') =>
    db.callAs(admin, 'admin_quitar_segundo_factor', { p_usuario: user, p_motivo });

  test('removes the second factor and every session, with a logged and mailed reason', async () => {
    const admin = await createUser(sql, { role: 'admin' });
    const { user, session } = await halfSignedIn();
    expect(await db.callAs(admin, 'admin_segundo_factor', { p_usuario: user })).toEqual({ ok: true, activo: true });
    expect(await reset(admin, user)).toEqual({ ok: true });
    expect(await db.callAs(admin, 'admin_segundo_factor', { p_usuario: user })).toEqual({ ok: true, activo: false });
    expect(await sql`select from auth.sessions where user_id = ${user}`).toHaveLength(0);
    expect(await meOf(user, session)).toBeNull();
    const [mail] = await sql`select datos from correos where user_id = ${user} order by id desc limit 1`;
    expect(mail?.datos).toEqual({ estado: 'restablecido', motivo: 'Perdió el móvil' });
    const [act] = await sql`select actor_id, accion, motivo from auditoria where objeto_id = ${user}`;
    expect(act).toEqual({ actor_id: admin, accion: 'quitar_segundo_factor', motivo: 'Perdió el móvil' });
  });

  test('is refused without a reason, for oneself, without a factor, and for unknown people', async () => {
    const admin = await createUser(sql, { role: 'admin' });
    await createFactor(sql, admin);
    const { user } = await halfSignedIn();
    expect(await reset(admin, user, ' a ')).toMatchObject({ error: 'motivo_no_valido' });
    expect(await reset(admin, user, null)).toMatchObject({ error: 'motivo_no_valido' });
    expect(await reset(admin, admin)).toMatchObject({ error: 'segundo_factor_propio' });
    expect(await reset(admin, await createUser(sql))).toMatchObject({ error: 'sin_segundo_factor' });
    expect(await reset(admin, randomUUID())).toMatchObject({ error: 'usuario_no_existe' });
    expect(await sql`select from auth.mfa_factors where user_id in ${sql([admin, user])}`).toHaveLength(2);
  });
});

test('a token of an ended session cannot read the account', async () => {
  const user = await createUser(sql);
  const session_id = await createSession(sql, user, 'aal1');
  expect(await meOf(user, { aal: 'aal1', session_id })).toMatchObject({ role: 'user' });
  await sql`delete from auth.sessions where id = ${session_id}`;
  expect(await meOf(user, { aal: 'aal1', session_id })).toBeNull();
});

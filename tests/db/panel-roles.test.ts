import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

const creator = await createUser(sql);
const product = await createProduct(sql, { usuario_id: creator });
const actors = {
  user: await createUser(sql),
  creator,
  disabled: await createUser(sql, { reputacion: 'deshabilitado' }),
  moderator: await createUser(sql, { role: 'moderador' }),
  bannedModerator: await createUser(sql, { role: 'moderador', banned_until: '2999-01-01' }),
  bannedAdmin: await createUser(sql, { role: 'admin', banned_until: '2999-01-01' }),
  admin: await createUser(sql, { role: 'admin' }),
};
type Actor = keyof typeof actors;

const admins: Actor[] = ['admin'];
const moderators: Actor[] = ['moderator', 'admin'];
const nothing = randomUUID();

/**
 * Everything that the staff can do: who may (docs/behaviour/account.md, "Roles"), and a call of it on the creator's
 * things.
 */
const acts: Record<string, { may: Actor[]; args: Record<string, unknown> }> = {
  aclarar_retiro: {
    may: admins,
    args: { p_retiro: nothing, p_pagado: true, p_referencia: 'TX12345', p_nota: 'prueba' },
  },
  admin_actos: { may: admins, args: { p_tipo: 'producto', p_id: product } },
  admin_anuncios: { may: admins, args: {} },
  admin_anuncios_en: { may: admins, args: { p_momento: '2030-01-01T10:00' } },
  admin_borrar_anuncio: { may: admins, args: { p_id: 0 } },
  admin_borrar_cupon: { may: admins, args: { p_cupon: nothing } },
  admin_comprobaciones: { may: admins, args: {} },
  admin_comprobar: { may: admins, args: { p_nombre: 'uncoins_suman' } },
  admin_consultas_lentas: { may: admins, args: { p_orden: 'total' } },
  admin_destacados: { may: admins, args: {} },
  admin_destacar: { may: admins, args: { p_slug: 'no-hay', p_desde: null, p_hasta: null } },
  admin_detener_anuncio: { may: admins, args: { p_id: 0 } },
  admin_devoluciones: { may: admins, args: {} },
  admin_disputa: { may: admins, args: { p_disputa: nothing } },
  admin_disputas: { may: admins, args: { p_cerradas: false } },
  admin_generar_codigos: { may: admins, args: { p_producto: product, p_edicion: null, p_cuantos: 1 } },
  admin_guardar_anuncio: { may: admins, args: { p_id: null, p_version: null, p_datos: sql.json({}) } },
  admin_guardar_cupon: {
    may: admins,
    args: {
      p_cupon: null,
      p_codigo: 'PRUEBA',
      p_producto: product,
      p_porcentaje: 10,
      p_caduca_at: null,
      p_usos_max: null,
      p_usos_por_usuario: null,
    },
  },
  admin_listar: { may: admins, args: { p_lista: 'usuarios', p_filtros: sql.json({}) } },
  admin_ordenar_destacados: {
    may: admins,
    args: { p_productos: sql.array([nothing], 2951), p_base: sql.array([nothing], 2951) },
  },
  admin_pendientes: { may: admins, args: {} },
  admin_publicar_anuncio: { may: admins, args: { p_id: 0, p_version: 1 } },
  admin_quitar_destacado: { may: admins, args: { p_producto: nothing } },
  admin_quitar_segundo_factor: { may: admins, args: { p_usuario: creator, p_motivo: 'prueba' } },
  admin_resumen: { may: admins, args: { p_dias: 7 } },
  admin_segundo_factor: { may: admins, args: { p_usuario: creator } },
  admin_retiro: { may: admins, args: { p_retiro: nothing } },
  admin_saldo: { may: admins, args: { p_usuario: creator } },
  admin_usuario: { may: admins, args: { p_usuario: creator } },
  asignar_revision: { may: moderators, args: { p_revision: nothing, p_a: null, p_tenia: null } },
  cambiar_ajuste: { may: admins, args: { p_ajuste: 'status_down', p_valor: false } },
  cambiar_reputacion: { may: admins, args: { p_usuario: creator, p_reputacion: 'buena', p_motivo: 'prueba' } },
  cambiar_rol: { may: admins, args: { p_usuario: creator, p_rol: 'user' } },
  cola_revision: { may: moderators, args: { p_filtros: sql.json({}) } },
  decidir_reembolso: { may: admins, args: { p_solicitud: nothing, p_acepta: false, p_texto: 'prueba' } },
  decidir_revision: {
    may: moderators,
    args: { p_revision: nothing, p_huella: '', p_aprobar: true, p_motivos: [], p_nota: '' },
  },
  pedir_cambios: { may: moderators, args: { p_revision: nothing, p_huella: '', p_motivos: [], p_texto: 'prueba' } },
  anadir_prueba: {
    may: admins,
    args: { p_disputa: nothing, p_clase: 'otro', p_nombre: 'a.pdf', p_nota: '', p_tipo: 'application/pdf', p_bytes: 1 },
  },
  quitar_prueba: { may: admins, args: { p_disputa: nothing, p_ruta: 'pruebas/a/b.pdf' } },
  enviar_respuesta: { may: admins, args: { p_disputa: nothing, p_texto: 'prueba' } },
  guardar_cupon: { may: admins, args: { p_cupon: nothing, p_base: sql.json({}), p_cambios: sql.json({}) } },
  guardar_producto: { may: admins, args: { p_producto: product, p_base: sql.json({}), p_cambios: sql.json({}) } },
  guardar_contenido: {
    may: admins,
    args: { p_producto: product, p_base: sql.json({}), p_cambios: sql.json({}), p_motivo: 'prueba' },
  },
  guardar_ajustes: { may: admins, args: { p_base: sql.json({}), p_cambios: sql.json({}), p_motivo: 'prueba' } },
  guardar_respuesta: { may: admins, args: { p_disputa: nothing, p_base: '', p_texto: 'prueba' } },
  guardar_usuario: {
    may: admins,
    args: { p_usuario: creator, p_base: sql.json({}), p_cambios: sql.json({}), p_motivo: 'prueba' },
  },
  levantar_veto: { may: admins, args: { p_usuario: creator, p_motivo: 'prueba' } },
  listar_solicitudes: { may: admins, args: { p_como: 'tienda', p_estado: null, p_pagina: 0 } },
  listar_reportes: { may: moderators, args: { p_abiertos: true, p_pagina: 0 } },
  moderadores: { may: moderators, args: {} },
  preguntas_recibidas: { may: moderators, args: { p_que: 'equipo', p_pagina: 0 } },
  moderar_pregunta: {
    may: moderators,
    args: { p_pregunta: nothing, p_parte: 'pregunta', p_oculta: true, p_motivo: 'prueba' },
  },
  moderar_publicacion: { may: moderators, args: { p_id: nothing, p_oculta: true, p_motivo: 'prueba' } },
  moderar_resena: { may: moderators, args: { p_resena: nothing, p_oculta: true, p_motivo: 'prueba' } },
  pedir_reembolso: { may: admins, args: { p_pago: nothing, p_motivo: 'prueba' } },
  pedir_reembolso_parcial: {
    may: admins,
    args: { p_pago: nothing, p_motivo: 'prueba', p_centimos: 100, p_clave: 'una-clave' },
  },
  resolver_caso: { may: admins, args: { p_caso: 0, p_nota: 'prueba' } },
  actuar_en_reporte: {
    may: moderators,
    args: { p_reporte: nothing, p_medidas: ['retirar'], p_hasta: null, p_motivo: 'prueba' },
  },
  asignar_reporte: { may: moderators, args: { p_reporte: nothing, p_a: null, p_tenia: null } },
  preguntar_en_reporte: { may: moderators, args: { p_reporte: nothing, p_texto: 'prueba' } },
  resolver_reporte: { may: moderators, args: { p_reporte: nothing, p_estado: 'resuelto', p_nota: 'prueba' } },
  resolver_retiro: { may: admins, args: { p_retiro: nothing, p_aprobar: true, p_motivo: null } },
  revision_para_decidir: { may: moderators, args: { p_revision: nothing } },
  vetar: { may: admins, args: { p_usuario: creator, p_hasta: '2999-01-01', p_motivo: 'prueba' } },
};

test('the table of permissions lists every function that requires a staff role', async () => {
  const found = await sql`select proname from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ~ 'es_admin|es_moderador' and prosrc ~ 'sin_permiso'
      and has_function_privilege('authenticated', oid, 'execute') order by 1`;
  expect(found.map(({ proname }) => proname)).toEqual(Object.keys(acts).sort());
});

const cases = Object.entries(acts).flatMap(([name, act]) =>
  (Object.keys(actors) as Actor[]).map((actor) => [name, actor, act] as const),
);

describe('permissions of staff', () => {
  test.each(cases)('%s by %s', async (name, actor, { may, args }) => {
    const refused = (await db.callAs(actors[actor], name, args)).error === 'sin_permiso';
    expect(refused).toBe(!may.includes(actor));
  });

  /** Without a verified second factor, staff have the rights of anybody. */
  const oneFactor = Object.entries(acts).flatMap(([name, { args }]) =>
    (['moderator', 'admin'] as const).flatMap((actor) =>
      ([{ aal: 'aal1' }, {}] as const).map((session) => [name, actor, session, args] as const),
    ),
  );
  test.each(oneFactor)('%s by %s with a password alone, %o', async (name, actor, session, args) => {
    expect((await db.within(session).callAs(actors[actor], name, args)).error).toBe('sin_permiso');
  });

  test.each(Object.keys(acts))('%s is closed to visitors', async (name) => {
    await expect(db.callAnon(name, acts[name]?.args)).rejects.toThrow(/permission denied/);
  });
});

/** Acts that check their reason before their object. */
const withReason = Object.entries(acts).flatMap(([name, { args }]) =>
  ['p_motivo', 'p_nota', 'p_texto']
    .filter(
      (key) =>
        args[key] === 'prueba' &&
        !['enviar_respuesta', 'guardar_respuesta', 'levantar_veto', 'pedir_cambios'].includes(name),
    )
    .map((key) => [name, key, args] as const),
);

test.each(withReason)('%s is refused with a missing, short or long %s', async (name, key, args) => {
  for (const reason of [null, ' a ', 'a'.repeat(2001)]) {
    const answer = await db.callAs(actors.admin, name, { ...args, [key]: reason });
    expect(answer, String(reason)).toEqual({ ok: false, error: expect.stringMatching(/_no_valid[ao]$/) });
  }
});

/** Rows that only the staff may read, by the policies of the catalogue. */
const staffTables: string[] = (
  await sql`select distinct tablename from pg_policies where schemaname = 'public' and cmd = 'SELECT'
    and qual ~ 'es_admin|es_moderador' order by 1`
).map(({ tablename }) => tablename);

test('some tables are readable by staff', () => {
  expect(staffTables.length).toBeGreaterThan(10);
});

test.each(staffTables)('an admin without a second factor reads the same of %s as anybody', async (table) => {
  const count = (session: { aal: 'aal1' | 'aal2' }, user: string) =>
    db.within(session).asUser(user, async (transaction) => {
      const [row] = await transaction.unsafe(`select count(*)::int as rows from ${table}`);
      return row?.rows as number;
    });
  expect(await count({ aal: 'aal1' }, actors.admin)).toBe(await count({ aal: 'aal1' }, actors.disabled));
});

test('refused calls of moderators and users have no effect', async () => {
  expect(await sql`select actor_id from auditoria where actor_id <> ${actors.admin}`).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { isBanned } from '@/lib/account/identity/row';
import { createProduct, createUser, editPerson, editProduct } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 8 });
const { sql } = db;
const json = (value: Record<string, unknown>) => sql.json(value as never);

test('only admins may call admin functions', async () => {
  const [moderator, user] = [await createUser(sql, { role: 'moderador' }), await createUser(sql)];
  const id = await createProduct(sql);
  const acts: [string, Record<string, unknown>][] = [
    ['cambiar_rol', { p_usuario: user, p_rol: 'admin' }],
    ['vetar', { p_usuario: user, p_hasta: null, p_motivo: 'Porque sí' }],
    ['levantar_veto', { p_usuario: user, p_motivo: null }],
    ['cambiar_ajuste', { p_ajuste: 'mantenimiento', p_valor: true }],
    ['guardar_usuario', { p_usuario: user, p_base: json({}), p_cambios: json({ uncoins: 1000 }), p_motivo: 'Regalo' }],
    ['guardar_producto', { p_producto: id, p_base: json({}), p_cambios: json({ precio: 0 }) }],
    ['admin_borrar_cupon', { p_cupon: id }],
    ['admin_generar_codigos', { p_producto: id, p_edicion: null, p_cuantos: 1 }],
    [
      'admin_guardar_cupon',
      {
        p_cupon: null,
        p_codigo: 'GRATIS',
        p_producto: id,
        p_porcentaje: 100,
        p_caduca_at: null,
        p_usos_max: null,
        p_usos_por_usuario: null,
      },
    ],
    ['resolver_retiro', { p_retiro: id, p_aprobar: true, p_motivo: null }],
    ['pedir_reembolso', { p_pago: id, p_motivo: 'Porque sí' }],
  ];
  for (const [name, args] of acts) {
    for (const who of [moderator, user]) {
      expect(await db.callAs(who, name, args), name).toEqual({ ok: false, error: 'sin_permiso' });
    }
  }
  expect(await sql`select 1 from auditoria where actor_id in (${moderator}, ${user})`).toHaveLength(0);
});

describe('roles', () => {
  const change = (who: string, p_usuario: string, p_rol: string) => db.callAs(who, 'cambiar_rol', { p_usuario, p_rol });

  test('are changed by admins; if two demote each other at once, one stays admin', async () => {
    await sql`update usuarios_meta set role = 'user' where role = 'admin'`;
    const [first, second] = [await createUser(sql, { role: 'admin' }), await createUser(sql, { role: 'admin' })];
    const answers = await Promise.all([change(first, second, 'user'), change(second, first, 'user')]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const [last] = await sql`select id from usuarios_meta where role = 'admin'`;
    expect(await change(last?.id, last?.id, 'user')).toEqual({ ok: false, error: 'ultimo_admin' });
    expect(await change(last?.id, last?.id, 'rey')).toEqual({ ok: false, error: 'rol_no_valido' });
  });

  test('start with an admin named by the server', async () => {
    const user = await createUser(sql);
    const [row] = await sql`select email from auth.users where id = ${user}`;
    expect(await db.callService('nombrar_admin', { p_email: ` ${String(row?.email).toUpperCase()} ` })).toMatchObject({
      ok: true,
    });
    expect(await db.callService('nombrar_admin', { p_email: 'nadie@gmail.com' })).toMatchObject({ ok: false });
    expect((await sql`select role from usuarios_meta where id = ${user}`)[0]?.role).toBe('admin');
  });
});

describe('a ban', () => {
  test('has a reason and an end, and never applies to an admin', async () => {
    const [admin, user] = [await createUser(sql, { role: 'admin' }), await createUser(sql)];
    const ban = (p_usuario: string, p_motivo = 'Fraude', p_hasta: string | null = null) =>
      db.callAs(admin, 'vetar', { p_usuario, p_hasta, p_motivo });
    expect(await ban(user, 'x')).toEqual({ ok: false, error: 'motivo_no_valido' });
    expect(await ban(user, 'Fraude', '2020-01-01')).toEqual({ ok: false, error: 'fecha_no_valida' });
    expect(await ban(admin)).toEqual({ ok: false, error: 'es_admin' });
    expect(await ban(await createUser(sql, { role: 'admin' }))).toEqual({ ok: false, error: 'es_admin' });
    expect(await ban(user)).toEqual({ ok: true });
    const { banned_until: bannedUntil } = await db.callAs<{ banned_until: string }>(user, 'quien_soy');
    expect(isBanned({ bannedUntil })).toBe(true);
    expect(await db.callAs(user, 'privado.puede_actuar')).toBe(false);
    expect(await db.callAs(admin, 'levantar_veto', { p_usuario: user, p_motivo: 'Error' })).toEqual({ ok: true });
    expect(await db.callAs(user, 'privado.puede_actuar')).toBe(true);
    expect(await sql`select accion from auditoria where objeto_id = ${user} order by id`).toEqual([
      { accion: 'vetar' },
      { accion: 'levantar_veto' },
    ]);
  });
});

describe('an admin', () => {
  test('changes only the editable fields of a product, logged with before and after', async () => {
    const admin = await createUser(sql, { role: 'admin' });
    const id = await createProduct(sql, { precio: 10, oferta: 8 });
    const edit = (changes: Record<string, unknown>) => editProduct(db, admin, id, changes);
    expect(await edit({ usuario_id: admin })).toEqual({ ok: false, error: 'datos_no_validos' });
    expect(await edit({ precio: 5, destacado: true })).toMatchObject({ ok: true });
    const [row] = await sql`select precio::float, oferta::float, destacado from productos where id = ${id}`;
    expect(row).toEqual({ precio: 5, oferta: 5, destacado: true });
    expect(await edit({ precio: 0 })).toMatchObject({ ok: true });
    const [entry] = await sql`select antes, despues from auditoria where objeto_id = ${id} order by id limit 1`;
    expect(entry).toEqual({ antes: { precio: 10, destacado: false }, despues: { precio: 5, destacado: true } });
  });

  test('gives coins through the ledger', async () => {
    const [admin, user] = [await createUser(sql, { role: 'admin' }), await createUser(sql)];
    const edit = (changes: Record<string, unknown>) => editPerson(db, admin, user, changes, 'Compensación');
    expect(await edit({ uncoins: 250 })).toEqual({ ok: true });
    expect(await edit({ uncoins: 50, display_name: 'Nombre nuevo' })).toEqual({ ok: true });
    expect(await edit({ uncoins: -1 })).toEqual({ ok: false, error: 'datos_no_validos' });
    expect(await sql`select cantidad from movimientos_uncoins where user_id = ${user} order by id`).toEqual([
      { cantidad: 250 },
      { cantidad: -200 },
    ]);
    expect(await edit({ club: true })).toEqual({ ok: false, error: 'datos_no_validos' });
  });

  test('creates coupons with limits, and unguessable codes', async () => {
    const admin = await createUser(sql, { role: 'admin' });
    const id = await createProduct(sql);
    const save = (p_codigo: string, p_porcentaje = 20) =>
      db.callAs(admin, 'admin_guardar_cupon', {
        p_cupon: null,
        p_codigo,
        p_producto: id,
        p_porcentaje,
        p_caduca_at: null,
        p_usos_max: 5,
        p_usos_por_usuario: 1,
      });
    expect(await save('VERANO')).toMatchObject({ ok: true });
    expect(await save('VERANO')).toEqual({ ok: false, error: 'codigo_ocupado' });
    expect(await save('OTRO', 101)).toEqual({ ok: false, error: 'datos_no_validos' });
    const { codigos } = await db.callAs(admin, 'admin_generar_codigos', {
      p_producto: id,
      p_edicion: null,
      p_cuantos: 200,
    });
    expect(new Set(codigos as string[]).size).toBe(200);
    expect((codigos as string[])[0]).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
  });
});

test('the log is immutable', async () => {
  for (const statement of [`update auditoria set accion = 'x'`, 'delete from auditoria', 'truncate auditoria']) {
    await expect(sql.unsafe(statement)).rejects.toThrow('never changed');
  }
});

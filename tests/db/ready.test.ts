import { expect, test } from 'vitest';
import { createFactor, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

async function createPacks() {
  const [row] = await sql`select public.crear_packs() as answer`;
  return row?.answer;
}

test('the coin packs of an empty shop are created once and belong to its first admin', async () => {
  expect(await createPacks()).toEqual({ ok: false, error: 'sin_admin' });
  const admin = await createUser(sql, { role: 'admin', created_at: '2020-01-01' });
  await createUser(sql, { role: 'admin' });
  expect(await createPacks()).toEqual({ ok: true, creados: 3 });
  await sql`update productos set precio = 9 where slug = 'uncoins-500'`;
  expect(await createPacks()).toEqual({ ok: true, creados: 0 });
  const packs = await db.asAnon(
    (transaction) => transaction`
    select uncoins, precio::text, usuario_id, oculto, status from productos where category = 'uncoins' order by uncoins`,
  );
  const pack = (uncoins: number, precio: string) => ({
    uncoins,
    precio,
    usuario_id: admin,
    oculto: true,
    status: 'approved',
  });
  expect(packs).toEqual([pack(100, '1.59'), pack(500, '9.00'), pack(1000, '15.90')]);
});

test('the database reports missing settings', async () => {
  await sql`update configuracion_global set vendedor_nif = ''`;
  await createFactor(sql, await createUser(sql, { role: 'admin' }));
  await createUser(sql, { role: 'admin', banned_until: '2999-01-01' });
  const found = await db.callService<Record<string, unknown>>('diagnosticar');
  const [{ versions = [] } = {}] = await sql`
    select jsonb_agg(version order by version) as versions from supabase_migrations.schema_migrations`;
  expect(versions.length).toBeGreaterThan(0);
  expect(found).toMatchObject({
    migraciones: versions,
    falta_del_vendedor: ['vendedor_nif'],
    facturas_pendientes: 0,
    buckets: { avatars: true, portadas: true, descargas: false, pruebas: false },
    ultima_pasada: null,
  });
  const before = Number(found.admins_con_segundo_factor);
  expect(before).toBeGreaterThanOrEqual(1);
  expect(found.dominios).toContain('gmail.com');
  const admins = async () => Number((await db.callService<{ admins: number }>('diagnosticar')).admins);
  const known = await admins();
  await createUser(sql, { role: 'admin' });
  await createUser(sql, { role: 'admin', banned_until: '2020-01-01' });
  await createUser(sql, { role: 'admin', banned_until: '2999-01-01' });
  expect(await admins()).toBe(known + 2);

  await db.callService('anotar_pasada', { p_fallidas: ['correos'] });
  await db.callService('anotar_pasada', { p_fallidas: [] });
  const later = await db.callService<{ ultima_pasada: unknown }>('diagnosticar');
  expect(later.ultima_pasada).toEqual({ terminada_at: expect.any(String), fallidas: [] });
});

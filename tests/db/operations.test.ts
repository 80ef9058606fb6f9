import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buy, createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;
const admin = await createUser(sql, { role: 'admin' });

describe('payment problems', () => {
  type Row = { id: string; datos: Record<string, unknown> };
  const problems = async (filters: Record<string, unknown>): Promise<Row[]> => {
    const answer = await db.callAs(admin, 'admin_listar', { p_lista: 'fallos', p_filtros: sql.json(filters as never) });
    expect(answer).toMatchObject({ ok: true });
    return answer.filas as Row[];
  };
  const kindsOf = async (person: string) => (await problems({ buscar: person })).map(({ datos }) => datos.tipo);

  /** A person whose payment has been delivered. */
  async function createBuyer() {
    const person = await createUser(sql, { display_name: `Compra ${randomUUID().slice(0, 8)}` });
    await buy(db, person, { producto: await createProduct(sql, {}) });
    const [payment] = await sql`select id, referencia from pagos where user_id = ${person}`;
    return { person, payment: String(payment?.id), reference: String(payment?.referencia) };
  }

  test('successful payments are not listed', async () => {
    expect(await kindsOf((await createBuyer()).person)).toEqual([]);
  });

  test.each([
    ['pago', `estado = 'fallido', motivo_no_entregado = 'caducado'`],
    ['atascado', `estado = 'pagado', caduca_at = now() - interval '1 hour'`],
    ['atascado', `estado = 'creado', caduca_at = now() - interval '1 hour'`],
    ['no_entregado', `estado = 'reembolsado', motivo_no_entregado = 'agotado'`],
  ])('a payment is listed as %s once: %s', async (kind, change) => {
    const { person, payment, reference } = await createBuyer();
    await sql.unsafe(`update pagos set ${change} where id = '${payment}'`);
    expect(await kindsOf(person)).toEqual([kind]);
    for (const buscar of [payment, reference]) {
      const [row] = await problems({ buscar, filtro: kind });
      expect(row).toMatchObject({ id: payment, datos: { tipo: kind, pago_id: payment, persona_id: person } });
    }
    expect((await problems({ filtro: kind })).every(({ datos }) => datos.tipo === kind)).toBe(true);
  });

  test.each([
    ['is open', `estado = 'creado', caduca_at = now() + interval '1 hour'`],
    ['expired a moment ago', `estado = 'creado', caduca_at = now() - interval '5 minutes'`],
    ['is pending by a slow method', `estado = 'creado', pendiente_at = now(), caduca_at = now() - interval '1 day'`],
    ['was abandoned', `estado = 'caducado'`],
  ])('a payment that %s is not listed', async (_what, change) => {
    const { person, payment } = await createBuyer();
    await sql.unsafe(`update pagos set ${change} where id = '${payment}'`);
    expect(await kindsOf(person)).toEqual([]);
  });

  test.each([
    ['fallido', '1 minute', ['reembolso']],
    ['rechazado', '1 minute', ['reembolso']],
    ['pedido', '1 hour', ['reembolso_espera']],
    ['pedido', '1 minute', []],
    ['hecho', '1 hour', []],
  ])('a refund that is %s since %s is listed as %j', async (state, age, kinds) => {
    const { person, payment } = await createBuyer();
    await sql`insert into reembolsos (pago_id, motivo, estado, error, centimos, created_at)
      values (${payment}, 'prueba', ${state}, 'lo que dijo', 100, now() - ${age}::interval)`;
    expect(await kindsOf(person)).toEqual(kinds);
  });

  test('an unprocessed event is listed until it is processed', async () => {
    const id = `evt_${randomUUID()}`;
    await sql`insert into eventos_proveedor (proveedor, evento_id, tipo, payload, recibido_at)
      values ('stripe', ${id}, 'charge.refunded', '{}', now() - interval '1 hour')`;
    const [found] = await problems({ buscar: id });
    expect(found?.datos).toMatchObject({ tipo: 'evento', referencia: id, motivo: 'charge.refunded' });
    await sql`select cerrar_evento('stripe', ${id})`;
    expect(await problems({ buscar: id })).toEqual([]);
  });

  test('pagination has no gaps across all kinds', async () => {
    const seen: string[] = [];
    let after: Record<string, unknown> = {};
    for (;;) {
      const [row] = (await problems({ ...after, limite: 1 })) as Array<Row & { clave: string }>;
      if (!row) break;
      seen.push(row.id);
      after = { clave: row.clave, id: row.id };
    }
    expect(seen).toEqual((await problems({ limite: 1000 })).map(({ id }) => id));
    expect(seen.length).toBeGreaterThanOrEqual(7);
  });
});

describe('slow queries', () => {
  type Answer = { ok: boolean; disponible: boolean; filas: Array<Record<string, unknown>> };
  const slow = async (p_orden: string) =>
    (await db.callAs(admin, 'admin_consultas_lentas', { p_orden })) as unknown as Answer;

  test('show normalised statements with their cost, never a value', async () => {
    const secret = `secreto-${randomUUID()}`;
    for (let run = 0; run < 3; run++) {
      await sql.unsafe(`select count(*) as marcada from usuarios_meta where display_name = '${secret}'`);
    }
    const { filas, ...answer } = await slow('veces');
    expect(answer).toMatchObject({ ok: true, disponible: true });
    const superuser = db.openAdmin();
    const [own] = await superuser`select calls::int from extensions.pg_stat_statements s
      where query like '%as marcada%' and dbid = (select oid from pg_database where datname = current_database())`;
    expect(own?.calls).toBeGreaterThanOrEqual(3);
    expect(filas.length).toBeGreaterThan(0);
    expect(filas.length).toBeLessThanOrEqual(50);
    expect(JSON.stringify(filas)).not.toContain(secret);
    for (const { consulta } of filas) expect(String(consulta)).toMatch(/^\s*(select|with|insert|update|delete|merge)/i);
  });

  test.each([
    ['total', 'total_ms'],
    ['media', 'media_ms'],
    ['maximo', 'maximo_ms'],
    ['veces', 'veces'],
  ])('are ordered by %s', async (order, column) => {
    const values = (await slow(order)).filas.map((row) => Number(row[column]));
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(values.length).toBeGreaterThan(1);
  });

  test('are refused for unknown orders and for people who are not admins', async () => {
    expect(await slow('calls; drop table pagos')).toEqual({ ok: false, error: 'datos_no_validos' });
    const person = await createUser(sql);
    expect(await db.callAs(person, 'admin_consultas_lentas', { p_orden: 'total' })).toEqual({
      ok: false,
      error: 'sin_permiso',
    });
  });

  test('are reported as unavailable without the extension', async () => {
    const superuser = db.openAdmin();
    await superuser`drop extension pg_stat_statements`;
    expect(await slow('total')).toEqual({ ok: true, disponible: false, filas: [] });
  });
});

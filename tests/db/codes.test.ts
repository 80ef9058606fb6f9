import { describe, expect, test } from 'vitest';
import { createEdition, createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 10 });
const { sql } = db;

let count = 0;
async function createCode(
  change: { edicion?: string; producto?: string } = {},
): Promise<{ code: string; producto: string }> {
  const producto = change.producto ?? (await createProduct(sql));
  count += 1;
  const code = `ABCD-EFGH-${count}`;
  await sql`insert into codigos_canjes (codigo, id_producto, id_edicion)
    values (${code}, ${producto}, ${change.edicion ?? null})`;
  return { code, producto };
}

const redeem = (who: string, p_codigo: string, p_minecraft_name = 'jugador_1') =>
  db.callAs(who, 'canjear_codigo', { p_codigo, p_minecraft_name });
const look = (who: string, p_codigo: string) => db.callAs(who, 'ver_codigo', { p_codigo });
const orders = (producto: string) => sql`select user_id, origen, precio_pagado::float from adquisiciones
  where producto_id = ${producto}`;

describe('a code', () => {
  test('is looked up without being used, in any case, and gives one free order', async () => {
    const user = await createUser(sql);
    const { code, producto } = await createCode();
    expect(await look(user, ` ${code.toLowerCase()} `)).toMatchObject({ ok: true, nombre: expect.any(String) });
    const first = await redeem(user, ` ${code.toLowerCase()} `);
    expect(first).toMatchObject({ ok: true, pedido_id: expect.any(String) });
    expect(await orders(producto)).toEqual([{ user_id: user, origen: 'codigo', precio_pagado: 0 }]);
    const [row] = await sql`select canjeado, canjeado_por from codigos_canjes where codigo = ${code}`;
    expect(row).toEqual({ canjeado: true, canjeado_por: user });
    expect(await look(user, code)).toEqual({ ok: false, error: 'codigo_no_valido' });
    // The first response may be lost: repeating the call returns the order, to its owner only.
    expect(await redeem(user, code)).toEqual(first);
    expect(await redeem(await createUser(sql), code)).toEqual({ ok: false, error: 'codigo_no_valido' });
    expect(await orders(producto)).toHaveLength(1);
    expect(await sql`select plantilla from correos where user_id = ${user}`).toEqual([{ plantilla: 'canje' }]);
  });

  test('is hidden from a banned person', async () => {
    const { code } = await createCode();
    const banned = await createUser(sql, { banned_until: '2999-01-01' });
    for (const act of [look, redeem]) expect(await act(banned, code)).toMatchObject({ ok: false, error: 'sin_sesion' });
    expect(await look(await createUser(sql), code)).toMatchObject({ ok: true });
  });

  test('gives a preorder only before the release', async () => {
    const user = await createUser(sql);
    for (const [fecha_lanzamiento, waits] of [
      ['2020-01-01', false],
      ['2999-01-01', true],
    ] as const) {
      const { code, producto } = await createCode({
        producto: await createProduct(sql, { reserva: true, fecha_lanzamiento }),
      });
      await redeem(user, code);
      expect(await sql`select es_reserva from adquisiciones where producto_id = ${producto}`).toEqual([
        { es_reserva: waits },
      ]);
    }
  });

  test('redeemed by 50 people at once gives one order', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => createUser(sql)));
    const { code, producto } = await createCode();
    const answers = await Promise.all(people.map((who) => redeem(who, code)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(answers.filter(({ ok }) => !ok).map(({ error }) => error))).toEqual(new Set(['codigo_no_valido']));
    expect(await orders(producto)).toHaveLength(1);
  });

  test('redeemed 50 times at once by one person gives one order', async () => {
    const who = await createUser(sql);
    const { code, producto } = await createCode();
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(who, code)));
    expect(await orders(producto)).toHaveLength(1);
    expect(new Set(answers.filter(({ ok }) => ok).map(({ pedido_id }) => pedido_id)).size).toBe(1);
  });

  test('of an edition gives that edition', async () => {
    const [user, producto] = [await createUser(sql), await createProduct(sql)];
    const edicion = await createEdition(sql, producto, { nombre: 'Oro' });
    const { code } = await createCode({ producto, edicion });
    expect(await look(user, code)).toMatchObject({ edicion: 'Oro' });
    await redeem(user, code);
    expect((await sql`select edicion_id from adquisiciones where user_id = ${user}`)[0]?.edicion_id).toBe(edicion);
  });

  test.each(['', 'corto', 'nombre con espacios', 'demasiadolargo_17c'])(
    'is refused with the invalid Minecraft name "%s"',
    async (name) => {
      const { code } = await createCode();
      expect(await redeem(await createUser(sql), code, name)).toEqual({
        ok: false,
        error: 'nombre_minecraft_no_valido',
      });
      expect((await sql`select canjeado from codigos_canjes where codigo = ${code}`)[0]?.canjeado).toBe(false);
    },
  );

  test('stays unused if the person owns the product or may not redeem codes', async () => {
    const { code, producto } = await createCode();
    const owner = await createUser(sql);
    await sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
      values (${owner}, ${producto}, 'compra', 5, 'jugador_1')`;
    expect(await redeem(owner, code)).toEqual({ ok: false, error: 'ya_lo_tienes' });
    const disabled = await createUser(sql, { reputacion: 'deshabilitado' });
    expect(await redeem(disabled, code)).toEqual({ ok: false, error: 'cuenta_deshabilitada' });
    const banned = await createUser(sql, { banned_until: new Date(Date.now() + 86_400_000) });
    expect(await redeem(banned, code)).toEqual({ ok: false, error: 'sin_sesion' });
    expect(await redeem(await createUser(sql), code)).toMatchObject({ ok: true });
  });
});

test('codes that are created while their edition is removed keep it', async () => {
  const [admin, producto] = [await createUser(sql, { role: 'admin' }), await createProduct(sql)];
  const edicion = await createEdition(sql, producto);
  let approved: Promise<unknown> | undefined;
  await db.asUser(admin, async (tx) => {
    await tx`select admin_generar_codigos(${producto}, ${edicion}, 2)`;
    // As the approval of a revision does.
    approved = sql.begin(async (begun) => {
      const approval = begun as unknown as typeof sql;
      await approval`select from productos where id = ${producto} for no key update`;
      await approval`select privado.aplicar_ediciones(${producto}, '[]')`;
    });
    await db.waitForLock();
  });
  await approved;
  expect(await sql`select retirada from ediciones where id = ${edicion}`).toEqual([{ retirada: true }]);
  expect(await sql`select 1 from codigos_canjes where id_edicion = ${edicion}`).toHaveLength(2);
});

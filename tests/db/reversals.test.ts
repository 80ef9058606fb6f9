import { describe, expect, test } from 'vitest';
import {
  buy,
  createBundle,
  createPayment,
  createProduct,
  createUser,
  deliver,
  openDispute,
  openPayment,
  refundAll,
  reportReversals,
  winDispute,
} from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

const balance = async (creator: string) =>
  (
    await sql`select coalesce(sum(centimos), 0)::int as cents from movimientos_ingresos where usuario_id = ${creator}`
  )[0]?.cents;

describe('a reversal', () => {
  test('ends the licences of a bundle and reverses the creator’s share, once', async () => {
    const [user, creator] = [await createUser(sql), await createUser(sql)];
    const products = await Promise.all([1, 2].map(() => createProduct(sql, { usuario_id: creator })));
    const payment = await buy(db, user, { bundle: await createBundle(sql, products) });
    expect(await balance(creator)).toBe(300);
    for (let time = 0; time < 3; time += 1)
      expect(await refundAll(db, payment)).toMatchObject({ ok: true, estado: 'reembolsado' });
    expect(await balance(creator)).toBe(0);
    expect(
      await sql`select revocada_motivo, revocada_at is not null as taken from adquisiciones where user_id = ${user}`,
    ).toEqual([
      { revocada_motivo: 'reembolsado', taken: true },
      { revocada_motivo: 'reembolsado', taken: true },
    ]);
  });

  test('allows a new purchase of the product', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql);
    await refundAll(db, await buy(db, user, { producto }));
    await buy(db, user, { producto });
    expect(await sql`select 1 from adquisiciones where user_id = ${user}`).toHaveLength(2);
  });

  test('turns a dispute into a refund, and never the reverse', async () => {
    const payment = await buy(db, await createUser(sql), { producto: await createProduct(sql) });
    const state = async () => (await sql`select estado from pagos where id = ${payment.id}`)[0]?.estado;
    await openDispute(db, payment);
    expect(await state()).toBe('en_disputa');
    expect(await refundAll(db, payment)).toMatchObject({ estado: 'reembolsado' });
    await openDispute(db, payment);
    expect(await state()).toBe('reembolsado');
    expect(await deliver(db, payment)).toMatchObject({ ok: true, estado: 'reembolsado' });
  });

  test('before the delivery prevents it', async () => {
    const user = await createUser(sql);
    const payment = await openPayment(db, user, { producto: await createProduct(sql) });
    await refundAll(db, payment);
    expect(await deliver(db, payment)).toMatchObject({ ok: true, estado: 'reembolsado', pedidos: [] });
    expect(await sql`select 1 from adquisiciones where user_id = ${user}`).toHaveLength(0);
  });

  test('deducts available coins and opens a case for the rest', async () => {
    const [thrifty, spender] = [await createUser(sql), await createUser(sql)];
    const pack = await createProduct(sql, { category: 'uncoins', uncoins: 500, precio: 7.95 });
    const payments = [await buy(db, thrifty, { producto: pack }), await buy(db, spender, { producto: pack })] as const;
    await sql`insert into movimientos_uncoins (user_id, cantidad, concepto, clave) values (${spender}, -450, 'compra', 'gasto')`;
    for (const payment of [...payments, ...payments]) await refundAll(db, payment);
    const left = await sql`select uncoins from usuarios_meta where id in (${thrifty}, ${spender})`;
    expect(left.map(({ uncoins }) => uncoins)).toEqual([0, 0]);
    const cases = await sql`select tipo, datos, pago_id from casos_admin
      where pago_id in ${sql(payments.map(({ id }) => id))}`;
    expect(cases).toEqual([{ tipo: 'uncoins_gastados', datos: { faltan: 450 }, pago_id: payments[1].id }]);
  });

  test('opens another case if more coins are missing, and none for the same amount', async () => {
    const [user, other] = [await createUser(sql), await createUser(sql)];
    const pack = await createProduct(sql, { category: 'uncoins', uncoins: 500, precio: 5 });
    const [payment, foreign] = [await buy(db, user, { producto: pack }), await buy(db, other, { producto: pack })];
    for (const who of [user, other])
      await sql`insert into movimientos_uncoins (user_id, cantidad, concepto, clave) values (${who}, -500, 'compra', ${who})`;
    await refundAll(db, foreign);
    const refund = (id: string, centimos: number) =>
      reportReversals(db, payment, {
        reembolsos: [{ referencia: id, estado: 'hecho', centimos, created_at: new Date().toISOString() }],
      });
    const cases = () =>
      sql`select (datos ->> 'faltan')::int as missing, resuelto as closed from casos_admin
        where pago_id = ${payment.id} order by id`;
    for (const _time of [1, 2]) await refund('re_1', 100);
    expect(await cases()).toEqual([{ missing: 100, closed: false }]);
    await sql`update casos_admin set resuelto = true where pago_id = ${payment.id}`;
    await refund('re_2', 150);
    expect(await cases()).toEqual([
      { missing: 100, closed: true },
      { missing: 250, closed: false },
    ]);
    // One case covers the whole missing amount.
    await refund('re_3', 250);
    expect(await cases()).toEqual([
      { missing: 100, closed: true },
      { missing: 250, closed: true },
      { missing: 500, closed: false },
    ]);
    const [left] = await sql`select resuelto as closed from casos_admin where pago_id = ${foreign.id}`;
    expect(left?.closed).toBe(false);
  });

  test('of a payment whose dispute was won opens another case for the same coins', async () => {
    const user = await createUser(sql);
    const payment = await buy(db, user, {
      producto: await createProduct(sql, { category: 'uncoins', uncoins: 500, precio: 5 }),
    });
    await sql`insert into movimientos_uncoins (user_id, cantidad, concepto, clave) values (${user}, -500, 'compra', ${user})`;
    const cases = async () =>
      (
        await sql`select resuelto as closed from casos_admin
          where pago_id = ${payment.id} and tipo = 'uncoins_gastados' order by id`
      ).map(({ closed }) => closed);
    const dispute = await openDispute(db, payment);
    expect(await cases()).toEqual([false]);
    await winDispute(db, payment, dispute);
    expect(await cases()).toEqual([true]);
    for (const _time of [1, 2]) await refundAll(db, payment);
    expect(await cases()).toEqual([true, false]);
  });

  test.each([false, true])('takes spent coins when they come back, unless the case is closed: %s', async (isClosed) => {
    const user = await createUser(sql);
    const pack = await buy(db, user, {
      producto: await createProduct(sql, { category: 'uncoins', uncoins: 500, precio: 5 }),
    });
    const [small, large] = [await createProduct(sql, { precio: 2 }), await createProduct(sql, { precio: 3 })];
    const coins = async () => (await sql`select uncoins from usuarios_meta where id = ${user}`)[0]?.uncoins;
    const giveBack = async (producto: string) => {
      const [paid] = await sql`select id from pagos where user_id = ${user} and producto_id = ${producto}`;
      await db.callService('pedir_reembolso', { p_pago: paid?.id, p_motivo: 'No funciona' });
      const [found] = await sql`select resuelto as closed from casos_admin
        where pago_id = ${pack.id} and tipo = 'uncoins_gastados'`;
      return [await coins(), found?.closed];
    };
    for (const producto of [small, large]) await createPayment(db, user, { producto, metodo: 'uncoins' });
    const dispute = await openDispute(db, pack);
    await sql`update casos_admin set resuelto = ${isClosed} where pago_id = ${pack.id}`;
    expect(await giveBack(small)).toEqual(isClosed ? [200, true] : [0, false]);
    expect(await giveBack(large)).toEqual(isClosed ? [500, true] : [0, true]);
    await winDispute(db, pack, dispute);
    expect(await coins()).toBe(500);
    expect(
      await sql`select nombre from privado.invariantes() where cuenta > 0 and nombre ~ 'uncoins|recargas'`,
    ).toEqual([]);
  });

  test('of an unknown payment is reported as such', async () => {
    expect(await reportReversals(db, { reference: 'cs_nadie' }, {})).toEqual({ ok: false, error: 'pago_no_existe' });
  });
});

describe('ledgers', () => {
  test.each(['movimientos_uncoins', 'movimientos_ingresos'])('%s is immutable', async (table) => {
    const change = table === 'movimientos_uncoins' ? 'cantidad = 1' : 'centimos = 1';
    for (const statement of [`update ${table} set ${change}`, `delete from ${table}`, `truncate ${table}`]) {
      await expect(sql.unsafe(statement)).rejects.toThrow('a ledger row is never changed or deleted');
    }
  });

  test('are the only source of a coin balance', async () => {
    const user = await createUser(sql);
    await expect(sql`update usuarios_meta set uncoins = 999 where id = ${user}`).rejects.toThrow(
      'movimientos_uncoins only',
    );
    await sql`insert into movimientos_uncoins (user_id, cantidad, concepto, clave) values (${user}, 30, 'ajuste', 'a')`;
    await sql`insert into movimientos_uncoins (user_id, cantidad, concepto, clave) values (${user}, -10, 'compra', 'b')`;
    await expect(
      sql`insert into movimientos_uncoins (user_id, cantidad, concepto, clave) values (${user}, -21, 'compra', 'c')`,
    ).rejects.toThrow(/usuarios_meta_uncoins_check/);
    await expect(
      sql`insert into movimientos_uncoins (user_id, cantidad, concepto, clave) values (${user}, 30, 'ajuste', 'a')`,
    ).rejects.toThrow(/movimientos_uncoins_clave_key/);
    const rows = await sql`
      select u.uncoins, (select sum(cantidad)::int from movimientos_uncoins where user_id = u.id) as ledger
      from usuarios_meta u where u.id = ${user}`;
    expect(rows).toEqual([{ uncoins: 20, ledger: 20 }]);
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPayment, createProduct, createUser, giveCoins, openPayment } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 10 });
const { sql } = db;

async function richUser(coins: number): Promise<string> {
  const user = await createUser(sql);
  await giveCoins(sql, user, coins);
  return user;
}

const coins = async (user: string) => (await sql`select uncoins from usuarios_meta where id = ${user}`)[0]?.uncoins;
const orders = async (user: string) => (await sql`select 1 from adquisiciones where user_id = ${user}`).length;

describe('a payment in coins', () => {
  test("debits and delivers in one step, and credits the creator's share", async () => {
    const [user, creator] = [await richUser(1500), await createUser(sql)];
    const producto = await createProduct(sql, { precio: 9.99, usuario_id: creator });
    const answer = await createPayment(db, user, { producto, metodo: 'uncoins' });
    expect(answer).toMatchObject({ ok: true, estado: 'entregado', proveedor: 'uncoins', total_centimos: 999 });
    expect(await coins(user)).toBe(501);
    expect(await orders(user)).toBe(1);
    const [share] = await sql`select centimos from movimientos_ingresos where usuario_id = ${creator}`;
    expect(share?.centimos).toBe(200);
  });

  test('needs the full price, and reports the missing coins', async () => {
    const user = await richUser(998);
    const producto = await createProduct(sql, { precio: 9.99 });
    expect(await createPayment(db, user, { producto, metodo: 'uncoins' })).toEqual({
      ok: false,
      error: 'saldo_insuficiente',
      necesitas: 999,
      tienes: 998,
    });
    expect(await coins(user)).toBe(998);
  });

  test('never makes a balance negative, even by a direct write to the ledger', async () => {
    const user = await richUser(10);
    const take = sql`insert into movimientos_uncoins (user_id, cantidad, concepto, clave)
      values (${user}, -11, 'ajuste', ${randomUUID()})`;
    await expect(take).rejects.toThrow('usuarios_meta_uncoins_check');
    await expect(sql`update usuarios_meta set uncoins = 1000 where id = ${user}`).rejects.toThrow(
      'movimientos_uncoins',
    );
    expect(await coins(user)).toBe(10);
  });

  test('is paid once if submitted fifty times', async () => {
    const user = await richUser(5000);
    const producto = await createProduct(sql, { precio: 9.99 });
    const clave = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        createPayment(db, user, { producto, metodo: 'uncoins', clave: number % 2 ? clave : randomUUID() }),
      ),
    );
    expect(answers.filter((answer) => answer.entregado_ahora)).toHaveLength(1);
    expect([await coins(user), await orders(user)]).toEqual([4001, 1]);
  });

  test('submitted twenty times with one idempotency key gets twenty equal responses', async () => {
    const user = await richUser(5000);
    const producto = await createProduct(sql, { precio: 9.99 });
    const clave = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => createPayment(db, user, { producto, metodo: 'uncoins', clave })),
    );
    expect(new Set(answers.map(({ ok, error, pago_id }) => `${ok} ${error} ${pago_id}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ ok: true, estado: 'entregado' });
  });

  test('for several products at once buys one if the coins suffice for one', async () => {
    const user = await richUser(1000);
    const products = await Promise.all(Array.from({ length: 8 }, () => createProduct(sql, { precio: 10 })));
    const answers = await Promise.all(
      products.map((producto) => createPayment(db, user, { producto, metodo: 'uncoins' })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect([await coins(user), await orders(user)]).toEqual([0, 1]);
  });

  test('is refunded in coins', async () => {
    const [user, admin] = [await richUser(1000), await createUser(sql, { role: 'admin' })];
    const producto = await createProduct(sql, { precio: 10 });
    const { pago_id: pago } = await createPayment(db, user, { producto, metodo: 'uncoins' });
    const refund = () => db.callAs(admin, 'pedir_reembolso', { p_pago: pago, p_motivo: 'Se equivocó' });
    expect(await refund()).toMatchObject({ ok: true, proveedor: 'uncoins' });
    expect(await refund()).toEqual({ ok: false, error: 'ya_reembolsado' });
    expect(await coins(user)).toBe(1000);
    expect(await sql`select estado from reembolsos where pago_id = ${String(pago)}`).toEqual([{ estado: 'hecho' }]);
  });

  test('cannot buy coins or a gift', async () => {
    const [user, friend] = [await richUser(5000), await createUser(sql)];
    const pack = await createProduct(sql, { category: 'uncoins', uncoins: 100, precio: 1.59 });
    const producto = await createProduct(sql);
    expect(await createPayment(db, user, { producto: pack, metodo: 'uncoins' })).toMatchObject({
      error: 'solo_tarjeta',
    });
    expect(await createPayment(db, user, { producto, metodo: 'uncoins', destinatario: friend })).toMatchObject({
      error: 'metodo_no_valido',
    });
  });
});

describe('motivo_no_cobro', () => {
  const mayCharge = (p_referencia: string, p_importe_centimos = 1000, p_moneda = 'EUR') =>
    db.callService('motivo_no_cobro', { p_proveedor: 'stripe', p_referencia, p_importe_centimos, p_moneda });

  test('refuses a charge with another amount, of an unknown payment, or for something already owned', async () => {
    const user = await richUser(1000);
    const producto = await createProduct(sql);
    const payment = await openPayment(db, user, { producto });
    expect(await mayCharge(payment.reference)).toEqual({ ok: true, rechazos: 0 });
    expect(await mayCharge('cs_nadie')).toEqual({ ok: false, error: 'pago_no_existe' });
    expect(await mayCharge(payment.reference, 999)).toEqual({ ok: false, error: 'importe_no_coincide' });
    expect(await mayCharge(payment.reference, 1000, 'USD')).toEqual({ ok: false, error: 'importe_no_coincide' });
    expect(await sql`select tipo from casos_admin where pago_id = ${payment.id}`).toEqual([
      { tipo: 'importe_no_coincide' },
    ]);
    await createPayment(db, user, { producto, metodo: 'uncoins' });
    expect(await mayCharge(payment.reference)).toEqual({ ok: false, error: 'ya_lo_tienes' });
  });
});

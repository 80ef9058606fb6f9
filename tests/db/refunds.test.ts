import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  buy,
  createProduct,
  createUser,
  deliver,
  openDispute,
  openPayment,
  refundAll,
  winDispute,
} from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 12 });
const { sql } = db;

const revenue = async (creator: string) =>
  (
    await sql`select coalesce(sum(centimos), 0)::int as cents from movimientos_ingresos where usuario_id = ${creator}`
  )[0]?.cents;
const owned = async (user: string) =>
  (await sql`select 1 from adquisiciones where user_id = ${user} and revocada_at is null`).length;

test('a refused refund keeps the first 500 characters of the error, and other refunds stay', async () => {
  const [user, admin] = [await createUser(sql), await createUser(sql, { role: 'admin' })];
  const orders = async () => {
    const { id } = await buy(db, user, { producto: await createProduct(sql) });
    expect(await db.callAs(admin, 'pedir_reembolso', { p_pago: id, p_motivo: 'Error' })).toMatchObject({ ok: true });
    return String((await sql`select id from reembolsos where pago_id = ${id}`)[0]?.id);
  };
  const [refused, open] = [await orders(), await orders()];
  await db.callService('rechazar_reembolso', { p_reembolso: refused, p_error: 'x'.repeat(501) });
  await db.callService('rechazar_reembolso', { p_reembolso: refused, p_error: 'again' });
  const state = (id: string) => sql`select estado, length(error) from reembolsos where id = ${id}`;
  expect(await state(refused)).toEqual([{ estado: 'rechazado', length: 500 }]);
  expect(await state(open)).toEqual([{ estado: 'pedido', length: null }]);
});

describe('a dispute', () => {
  test('that is won restores everything, and may be lost later', async () => {
    const [user, creator] = [await createUser(sql), await createUser(sql)];
    const payment = await buy(db, user, { producto: await createProduct(sql, { usuario_id: creator }) });
    for (const round of [1, 2]) {
      const dispute = await openDispute(db, payment);
      expect([await revenue(creator), await owned(user)], `round ${round}`).toEqual([0, 0]);
      await winDispute(db, payment, dispute);
      expect(await winDispute(db, payment, dispute)).toMatchObject({ ok: true, estado: 'entregado' });
      expect([await revenue(creator), await owned(user)], `round ${round}`).toEqual([200, 1]);
    }
    const last = await openDispute(db, payment);
    await refundAll(db, payment);
    expect(await winDispute(db, payment, last)).toMatchObject({ estado: 'reembolsado' });
    expect([await revenue(creator), await owned(user)]).toEqual([0, 0]);
  });

  test('restores coins', async () => {
    const user = await createUser(sql);
    const payment = await buy(db, user, {
      producto: await createProduct(sql, { category: 'uncoins', uncoins: 500, precio: 7.95 }),
    });
    const coins = async () => (await sql`select uncoins from usuarios_meta where id = ${user}`)[0]?.uncoins;
    const dispute = await openDispute(db, payment);
    expect(await coins()).toBe(0);
    await winDispute(db, payment, dispute);
    expect(await coins()).toBe(500);
    await refundAll(db, payment);
    expect(await coins()).toBe(0);
  });

  test('that is won does not add a second licence to a repurchased product', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql);
    const disputed = await buy(db, user, { producto });
    const dispute = await openDispute(db, disputed);
    await buy(db, user, { producto });
    expect(await winDispute(db, disputed, dispute)).toMatchObject({ ok: true, estado: 'entregado' });
    expect(await owned(user)).toBe(1);
  });

  test('before the delivery delays it until it is won', async () => {
    const user = await createUser(sql);
    const payment = await openPayment(db, user, { producto: await createProduct(sql) });
    const dispute = await openDispute(db, payment);
    await deliver(db, payment);
    expect(await owned(user)).toBe(0);
    expect(await winDispute(db, payment, dispute)).toMatchObject({ ok: true, estado: 'entregado' });
    expect(await owned(user)).toBe(1);
  });
});

describe('pedir_reembolso', () => {
  const ask = (who: string, pago: string, motivo = 'Lo pide el comprador') =>
    db.callAs(who, 'pedir_reembolso', { p_pago: pago, p_motivo: motivo });

  test('is for admins only, with a reason, for received and unrefunded payments', async () => {
    const [admin, user] = [await createUser(sql, { role: 'admin' }), await createUser(sql)];
    const producto = await createProduct(sql);
    const open = await openPayment(db, user, { producto });
    expect(await ask(user, open.id)).toEqual({ ok: false, error: 'sin_permiso' });
    expect(await ask(admin, open.id, ' x ')).toEqual({ ok: false, error: 'motivo_no_valido' });
    expect(await ask(admin, randomUUID())).toEqual({ ok: false, error: 'pago_no_existe' });
    expect(await ask(admin, open.id)).toEqual({ ok: false, error: 'no_reembolsable' });
    await deliver(db, open);
    const answer = await ask(admin, open.id);
    expect(answer).toMatchObject({ ok: true, proveedor: 'stripe', referencia: open.reference, total_centimos: 1000 });
    // The buyer keeps the product until the provider has confirmed the refund.
    expect(await owned(user)).toBe(1);
    expect((await ask(admin, open.id)).reembolso_id).toBe(answer.reembolso_id);

    await db.callService('rechazar_reembolso', { p_reembolso: answer.reembolso_id, p_error: 'no funds' });
    expect(await sql`select estado, error from reembolsos where pago_id = ${open.id}`).toEqual([
      { estado: 'rechazado', error: 'no funds' },
    ]);
    await ask(admin, open.id);
    await refundAll(db, open);
    expect(
      await sql`select estado, error, hecho_at is not null as done from reembolsos where pago_id = ${open.id}
        order by created_at`,
    ).toEqual([
      { estado: 'rechazado', error: 'no funds', done: false },
      { estado: 'hecho', error: null, done: true },
    ]);
    expect(await owned(user)).toBe(0);
    expect(await ask(admin, open.id)).toEqual({ ok: false, error: 'ya_reembolsado' });
  });

  test('settles the case of a duplicate payment', async () => {
    const [admin, user] = [await createUser(sql, { role: 'admin' }), await createUser(sql)];
    const producto = await createProduct(sql);
    const [first, second] = [
      await openPayment(db, user, { producto }),
      await openPayment(db, user, { producto, minecraft: 'Otro_nombre' }),
    ];
    await deliver(db, first);
    expect(await deliver(db, second)).toEqual({ ok: false, error: 'ya_lo_tienes' });
    expect(await ask(admin, second.id)).toMatchObject({ ok: true });
    await refundAll(db, second);
    expect(await sql`select resuelto from casos_admin where pago_id = ${second.id}`).toEqual([{ resuelto: true }]);
    expect(await owned(user)).toBe(1);
  });
});

describe('a case', () => {
  test('notifies every admin once, and is closed by one with a note', async () => {
    const [admin, other] = [await createUser(sql, { role: 'admin' }), await createUser(sql, { role: 'admin' })];
    const open = () =>
      db.callService('abrir_caso', { p_tipo: 'prueba', p_clave: 'prueba:1', p_pago: null, p_datos: sql.json({}) });
    await Promise.all([open(), open(), open()]);
    const foreign = { p_tipo: 'prueba', p_clave: 'prueba:2', p_pago: null, p_datos: sql.json({ otro: true }) };
    await db.callService('abrir_caso', foreign);
    const mails = await sql`select user_id from correos where plantilla = 'caso' and datos ->> 'tipo' = 'prueba'
      and user_id in (${admin}, ${other})`;
    expect(mails).toHaveLength(4);
    const [row] = await sql`select id from casos_admin where clave = 'prueba:1'`;
    const close = (who: string, nota: string) => db.callAs(who, 'resolver_caso', { p_caso: row?.id, p_nota: nota });
    expect(await close(await createUser(sql), 'Hecho')).toEqual({ ok: false, error: 'sin_permiso' });
    for (const note of ['', ' no ', 'a'.repeat(501)])
      expect(await close(admin, note)).toEqual({ ok: false, error: 'nota_no_valida' });
    expect(await close(admin, ' ya ok ')).toEqual({ ok: true });
    expect(await close(other, 'Hecho')).toEqual({ ok: false, error: 'caso_no_existe' });
    const closed = await sql`select resuelto, resuelto_por, nota from casos_admin where tipo = 'prueba' order by clave`;
    expect(closed).toEqual([
      { resuelto: true, resuelto_por: admin, nota: 'ya ok' },
      { resuelto: false, resuelto_por: null, nota: null },
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import {
  buy,
  createBundle,
  createCoupon,
  createPayment,
  createProduct,
  createUser,
  type Purchase,
  refundAll,
} from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 6 });
const { sql } = db;
const day = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * day).toISOString();

type Saving = { ahorrado: number; posible: number; compras_ahorradas: number; compras_posibles: number };
const savingOf = (user: string) => db.callAs<Saving & { reclamados: number }>(user, 'mi_ahorro_club', {});

/** Buys with a provider, and returns the price in cents. */
async function pay(user: string, purchase: Purchase): Promise<number> {
  const { pago_id, total_centimos, proveedor } = await createPayment(db, user, purchase);
  const named = { p_proveedor: proveedor, p_referencia: `ref_${pago_id}` };
  await db.callService('vincular_pago', { p_pago: pago_id, ...named });
  const paid = { p_importe_centimos: total_centimos, p_moneda: 'eur' };
  expect(await db.callService('entregar_pago', { ...named, ...paid })).toMatchObject({ ok: true });
  return Number(total_centimos);
}

let count = 0;
/** Makes somebody a member, for a period of days from now. */
async function join(user: string, { plan = 'monthly', estado = 'activa', desde = -1, hasta = 29 } = {}) {
  count += 1;
  const reference = `sub_benefit_${count}`;
  const charge = { factura: `in_${reference}`, desde: at(desde), hasta: at(hasta), centimos: 390, moneda: 'eur' };
  const paid = { estado: 'pagado', devuelto_centimos: 0, perdido: false, pagado_at: at(desde) };
  const apply = (state: string, seen: number) =>
    db.callService('aplicar_suscripcion', {
      p_usuario: user,
      p_referencia: reference,
      p_plan: plan,
      p_estado: state,
      p_periodo_inicio: at(desde),
      p_periodo_fin: at(hasta),
      p_visto_at: at(seen),
      p_cargos: sql.json([{ ...charge, ...paid }]),
    });
  await apply(estado, -0.5);
  return { reference, apply };
}

describe('the missed saving of the Club', () => {
  test('is the difference to the quote of a member, with the same rounding, coupon and surcharge', async () => {
    const [guest, member] = [await createUser(sql), await createUser(sql)];
    await join(member);
    const producto = await createProduct(sql, { precio: 9.99 });
    const offered = await createProduct(sql, { precio: 20.01, oferta: 13.37 });
    const coupon = await createCoupon(sql, offered, { percent_discount: 15 });
    let [without, withClub] = [0, 0];
    for (const purchase of [{ producto }, { producto: offered, metodo: 'paypal', cupon: coupon }]) {
      without += await pay(guest, purchase);
      withClub += await pay(member, purchase);
    }
    expect(withClub).toBeLessThan(without);
    expect(await savingOf(guest)).toMatchObject({ posible: without - withClub, compras_posibles: 2, ahorrado: 0 });
    expect(await savingOf(member)).toMatchObject({ ahorrado: without - withClub, compras_ahorradas: 2, posible: 0 });
  });

  test('of a bundle is that of the bundle', async () => {
    const user = await createUser(sql);
    const parts = [await createProduct(sql, { precio: 10 }), await createProduct(sql, { precio: 6 })];
    const bundle = await createBundle(sql, parts, { precio: 12 });
    const { cents } = await buy(db, user, { bundle });
    expect(cents).toBe(1200);
    expect(await savingOf(user)).toMatchObject({ posible: 360, compras_posibles: 1 });
  });

  test('excludes refunded, old and no longer reproducible purchases', async () => {
    const user = await createUser(sql);
    const nothing = { posible: 0, compras_posibles: 0, ahorrado: 0, compras_ahorradas: 0, reclamados: 0 };
    expect(await savingOf(user)).toMatchObject(nothing);
    await refundAll(db, await buy(db, user, { producto: await createProduct(sql) }));
    const old = await buy(db, user, { producto: await createProduct(sql) });
    await sql`update pagos set pagado_at = now() - interval '13 months' where id = ${old.id}`;
    const couponed = await createProduct(sql);
    const coupon = await createCoupon(sql, couponed, { percent_discount: 15 });
    const lost = await buy(db, user, { producto: couponed, cupon: coupon });
    await sql`update pagos set cupon_id = null where id = ${lost.id}`;
    const odd = await buy(db, user, { producto: await createProduct(sql) });
    await sql`update pagos set total_centimos = total_centimos + 1 where id = ${odd.id}`;
    expect(await savingOf(user)).toMatchObject(nothing);
  });

  test('is visible to its buyer only', async () => {
    const user = await createUser(sql);
    await buy(db, user, { producto: await createProduct(sql) });
    expect(await savingOf(await createUser(sql))).toMatchObject({ posible: 0 });
  });
});

describe('the reminder of a yearly renewal', () => {
  const remind = () => db.callService<number>('avisar_renovaciones_club', {});
  const reminders = async (user: string) =>
    sql`select datos, clave from correos where user_id = ${user} and plantilla = 'club_renovacion'`;

  test('is sent once per period, fifteen days before the renewal', async () => {
    const [near, far] = [await createUser(sql), await createUser(sql)];
    await join(near, { plan: 'yearly', desde: -350.1, hasta: 14.9 });
    await join(far, { plan: 'yearly', desde: -349.9, hasta: 15.1 });
    await remind();
    await remind();
    expect(await reminders(near)).toHaveLength(1);
    expect(await reminders(far)).toHaveLength(0);
    // The next period gets a reminder of its own.
    await sql`update suscripciones set periodo_fin = periodo_fin - interval '3 days' where user_id = ${near}`;
    await remind();
    expect(await reminders(near)).toHaveLength(2);
  });

  test('is sent from the very moment fifteen days before, until the renewal', async () => {
    const user = await createUser(sql);
    const { reference } = await join(user, { plan: 'yearly', desde: -300, hasta: 65 });
    // Within a transaction, `now()` stands still.
    const sentAt = (rest: string) =>
      sql.begin(async (begun) => {
        const tx = begun as unknown as typeof sql;
        await tx`update suscripciones set periodo_fin = now() + ${rest}::interval where referencia = ${reference}`;
        await tx`select avisar_renovaciones_club()`;
        return (await tx`delete from correos where user_id = ${user} and plantilla = 'club_renovacion' returning 1`)
          .length;
      });
    expect(await sentAt('15 days 1 microsecond')).toBe(0);
    expect(await sentAt('15 days')).toBe(1);
    expect(await sentAt('1 microsecond')).toBe(1);
    expect(await sentAt('0')).toBe(0);
  });

  test('contains the charged amount, and is sent again if a plan change alters it', async () => {
    const user = await createUser(sql);
    const { reference } = await join(user, { plan: 'yearly', desde: -351, hasta: 14 });
    const amounts = async () => (await reminders(user)).map(({ datos }) => [datos.plan, datos.centimos]);
    await sql`update suscripciones set precio_centimos = 3500, proximo_plan = 'monthly', proximo_desde = periodo_fin,
      proximo_centimos = 390 where referencia = ${reference}`;
    await remind();
    expect(await amounts()).toEqual([['monthly', 390]]);
    await sql`update suscripciones set proximo_plan = null, proximo_desde = null, proximo_centimos = null
      where referencia = ${reference}`;
    await remind();
    await remind();
    expect(await amounts()).toEqual([
      ['monthly', 390],
      ['yearly', 3500],
    ]);
  });

  test.each([
    ['monthly members', { plan: 'monthly', hasta: 10 }],
    ['cancelled members', { plan: 'yearly', estado: 'cancelada_al_final', hasta: 10 }],
    ['members with a failed renewal', { plan: 'yearly', estado: 'impagada', hasta: 10 }],
    ['expired periods', { plan: 'yearly', desde: -360, hasta: -0.01 }],
  ])('is not sent to %s', async (_who, membership) => {
    const user = await createUser(sql);
    await join(user, membership);
    await remind();
    expect(await reminders(user)).toHaveLength(0);
  });

  test('is not sent while a cancellation of that subscription is pending', async () => {
    const [leaving, other] = [await createUser(sql), await createUser(sql)];
    const { reference } = await join(leaving, { plan: 'yearly', hasta: 10 });
    await join(other, { plan: 'yearly', hasta: 10 });
    await sql`insert into cancelaciones_club (suscripcion_id, modo, motivo)
      select id, 'al_final', 'veto' from suscripciones where referencia = ${reference}`;
    await remind();
    expect([await reminders(leaving), await reminders(other)].map((sent) => sent.length)).toEqual([0, 1]);
    await sql`update cancelaciones_club set estado = 'anulada'`;
    await remind();
    expect(await reminders(leaving)).toHaveLength(1);
  });

  test('is not sent to deleted or banned accounts', async () => {
    const [gone, ending] = [await createUser(sql), await createUser(sql)];
    await join(ending, { plan: 'yearly', hasta: 10 });
    await join(gone, { plan: 'yearly', hasta: 10 });
    await sql`update usuarios_meta set banned_until = now() + interval '2 days' where id = ${ending}`;
    await sql`update usuarios_meta set borrada_at = now() where id = ${gone}`;
    await remind();
    expect([...(await reminders(gone)), ...(await reminders(ending))]).toHaveLength(0);
  });
});

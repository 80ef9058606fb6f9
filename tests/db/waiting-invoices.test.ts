import { beforeEach, expect, test } from 'vitest';
import { buy, createProduct, createUser, refundAll } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 12 });
const { sql } = db;

const seller = { vendedor_nombre: 'Tienda, S. L.', vendedor_nif: 'B12345674', vendedor_direccion: 'Calle Mayor 1' };
const setSeller = (change: Record<string, string>) => sql`update configuracion_global set ${sql(change)}`;
const issue = () => db.callService<boolean>('emitir_factura_pendiente');
const invoice = (who: string, p_id: string) => db.callAs(who, 'emitir_factura', { p_id });
const documents = (payment: string) =>
  sql`select datos -> 'vendedor' ->> 'nif' as nif, (datos ->> 'total_centimos')::int as cents from facturas
    where pago_id = ${payment} order by cents desc`;
const openCases = () => sql`select datos -> 'falta' as missing from casos_admin
  where tipo = 'vendedor_incompleto' and not resuelto`;
const broken = () => sql`select nombre from privado.invariantes(array['facturas_de_pagos', 'facturas_sin_huecos',
  'facturas_rectificadas', 'club_cargos_facturados']) where cuenta > 0`;

async function sellAlone() {
  const user = await createUser(sql);
  return { user, payment: await buy(db, user, { producto: await createProduct(sql) }) };
}

beforeEach(async () => {
  await setSeller(seller);
  while (await issue()) {}
});

test.each([
  [{ vendedor_nif: '' }, ['vendedor_nif']],
  [{ vendedor_nombre: ' ', vendedor_direccion: '' }, ['vendedor_nombre', 'vendedor_direccion']],
])(
  'an order is delivered without an invoice while %j is missing, and admins are notified once',
  async (gap, missing) => {
    const admin = await createUser(sql, { role: 'admin' });
    await setSeller(gap);
    const [first, second] = [await sellAlone(), await sellAlone()];
    for (const { user, payment } of [first, second]) {
      expect(await sql`select 1 from adquisiciones where user_id = ${user}`).toHaveLength(1);
      expect(await documents(payment.id)).toHaveLength(0);
      expect(await invoice(user, payment.id)).toEqual({ ok: false, error: 'sin_emitir' });
    }
    expect(await openCases()).toEqual([{ missing }]);
    expect(
      await sql`select 1 from correos c join casos_admin k on k.id::text = c.datos ->> 'caso_id'
    where c.user_id = ${admin} and k.tipo = 'vendedor_incompleto'`,
    ).toHaveLength(1);
    expect(await issue()).toBe(false);
    expect(await broken()).toEqual([]);

    const [other] =
      await sql`insert into casos_admin (tipo, clave) values ('prueba', ${first.payment.id}) returning id`;
    await setSeller(seller);
    expect([await issue(), await issue(), await issue()]).toEqual([true, true, false]);
    expect(await sql`select resuelto from casos_admin where id = ${other?.id}`).toEqual([{ resuelto: false }]);
    expect(await documents(first.payment.id)).toEqual([{ nif: 'B12345674', cents: 1000 }]);
    expect(await invoice(second.user, second.payment.id)).toMatchObject({ ok: true });
    expect(await openCases()).toEqual([]);
    expect(await broken()).toEqual([]);
  },
);

test('a setting missing again opens another case', async () => {
  for (let time = 0; time < 2; time += 1) {
    await setSeller({ vendedor_nif: '' });
    await sellAlone();
    expect(await openCases()).toHaveLength(1);
    await setSeller(seller);
    while (await issue()) {}
    expect(await openCases()).toEqual([]);
  }
});

test('a refund in the meantime gets its credit note with the invoice', async () => {
  await setSeller({ vendedor_nif: '' });
  const { payment } = await sellAlone();
  await refundAll(db, payment);
  expect(await documents(payment.id)).toEqual([]);
  await setSeller(seller);
  expect(await issue()).toBe(true);
  expect((await documents(payment.id)).map(({ cents }) => cents)).toEqual([1000, -1000]);
  expect(await broken()).toEqual([]);
});

/** A member whose charge of 3.90 was refunded in part. */
async function joinAlone(reference: string) {
  const user = await createUser(sql);
  await db.callService('aplicar_suscripcion', {
    p_usuario: user,
    p_referencia: `sub_${reference}`,
    p_plan: 'monthly',
    p_estado: 'activa',
    p_periodo_inicio: '2026-01-01',
    p_periodo_fin: '2099-01-01',
    p_visto_at: '2026-01-01',
    p_cargos: sql.json([
      {
        factura: `in_${reference}`,
        desde: '2026-01-01',
        hasta: '2099-01-01',
        centimos: 390,
        moneda: 'eur',
        estado: 'parcial',
        devuelto_centimos: 90,
        perdido: false,
        pagado_at: '2026-01-01',
      },
    ]),
  });
  return user;
}

test("the invoice of a Club charge waits for the seller's data", async () => {
  await setSeller({ vendedor_direccion: '' });
  const user = await joinAlone('waiting');
  const own = () => sql`select (datos ->> 'total_centimos')::int as cents from facturas f
    join cargos_club c on c.id = f.cargo_club_id where c.user_id = ${user} order by cents desc`;
  expect((await sql`select club from usuarios_meta where id = ${user}`)[0]?.club).toBe(true);
  expect(await own()).toEqual([]);
  expect(await broken()).toEqual([]);
  await setSeller(seller);
  expect(await issue()).toBe(true);
  expect((await own()).map(({ cents }) => cents)).toEqual([390, -90]);
  expect(await broken()).toEqual([]);
});

test('an invoice that waited has the tax of its sale, and its credit note, too', async () => {
  await setSeller({ vendedor_nif: '' });
  const [asked, queued] = [await sellAlone(), await sellAlone()];
  const member = await joinAlone('taxed');
  await refundAll(db, queued.payment);
  await sql`update configuracion_global set iva_porcentaje = 10`;
  await setSeller(seller);
  expect(await invoice(asked.user, asked.payment.id)).toMatchObject({ ok: true });
  while (await issue()) {}
  const taxes = async (user: string) =>
    (
      await sql`select (datos ->> 'iva_porcentaje')::int as percent, (datos ->> 'iva_centimos')::int as cents from facturas f
        left join pagos p on p.id = f.pago_id left join cargos_club c on c.id = f.cargo_club_id
        where ${user} in (p.user_id, c.user_id) order by cents desc`
    ).map(({ percent, cents }) => [percent, cents]);
  expect(await Promise.all([asked.user, queued.user, member].map(taxes))).toEqual([
    [[21, 174]],
    [
      [21, 174],
      [21, -174],
    ],
    [
      [21, 68],
      [21, -16],
    ],
  ]);
  const now = await sellAlone();
  expect(await taxes(now.user)).toEqual([[10, 91]]);
  await sql`update configuracion_global set iva_porcentaje = 21`;
});

test('concurrent jobs and buyers write each invoice once and without gaps', { tags: 'nightly' }, async () => {
  await setSeller({ vendedor_nif: '' });
  const sales = await Promise.all(Array.from({ length: 12 }, sellAlone));
  await setSeller(seller);
  const work = async () => {
    while (await issue()) {}
  };
  await Promise.all([work(), work(), work(), ...sales.map(({ user, payment }) => invoice(user, payment.id))]);
  for (const { payment } of sales) expect(await documents(payment.id)).toHaveLength(1);
  expect(await sql`select 1 from facturas_pendientes`).toHaveLength(0);
  expect(await broken()).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buy,
  createBundle,
  createPayment,
  createProduct,
  createUser,
  deliver,
  giveCoins,
  type OpenPayment,
  openPayment,
} from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 10 });
const { sql } = db;

type Refund = { referencia: string; estado: string; centimos: number; propio?: string | null; created_at: string };
type Dispute = { referencia: string; fase: string; centimos: number; version: number; abierta_at: string };
type Facts = { reembolsos?: Refund[]; disputas?: Dispute[] };

const minute = (count: number) => new Date(Date.UTC(2026, 10, 1, 10, count)).toISOString();
const refund = (referencia: string, centimos: number, estado = 'hecho', at = 0): Refund => ({
  referencia,
  estado,
  centimos,
  created_at: minute(at),
});
const dispute = (referencia: string, fase: string, version = 1, centimos = 1000, at = 0): Dispute => ({
  referencia,
  fase,
  centimos,
  version,
  abierta_at: minute(at),
});

async function buyByPayPal(user: string, producto: string): Promise<OpenPayment> {
  const answer = await createPayment(db, user, { producto, metodo: 'paypal' });
  const payment = { id: String(answer.pago_id), reference: randomUUID(), cents: Number(answer.total_centimos) };
  const capture = { p_proveedor: 'paypal', p_referencia: payment.reference };
  await db.callService('vincular_pago', { p_pago: payment.id, ...capture });
  await deliver(db, payment, capture);
  return payment;
}

const report = (payment: OpenPayment, facts: Facts, p_proveedor = 'stripe') =>
  db.callService('anotar_reversiones', {
    p_proveedor,
    p_referencia: payment.reference,
    p_hechos: sql.json(facts as never),
    p_pago: payment.id,
  });

/** Everything that a payment has led to, as sums: what must not depend on the way there. */
async function stateOf(payment: OpenPayment) {
  const [row] = await sql`
    select p.estado,
      (select count(*)::int from adquisiciones a where a.pago_id = p.id and a.revocada_at is null) as licencias,
      (select coalesce(sum(m.centimos), 0)::int from movimientos_ingresos m join adquisiciones a on a.id = m.adquisicion_id
        where a.pago_id = p.id) as ingresos,
      (select coalesce(sum(cantidad), 0)::int from movimientos_uncoins where pago_id = p.id) as uncoins,
      (select coalesce(sum((datos ->> 'total_centimos')::int), 0)::int from facturas where pago_id = p.id) as facturado,
      (select coalesce(sum((datos ->> 'base_centimos')::int), 0)::int from facturas where pago_id = p.id) as base,
      (select count(*)::int from correos where plantilla = 'recibo' and datos ->> 'pago_id' = p.id::text) as recibos
    from pagos p where p.id = ${payment.id}`;
  return row;
}

async function sale(price = 10) {
  const [user, creator] = [await createUser(sql), await createUser(sql)];
  const producto = await createProduct(sql, { usuario_id: creator, precio: price });
  return { user, creator, payment: await buy(db, user, { producto }) };
}

describe('a partial refund', () => {
  test('is one row by its id, keeps the licence, and reverses share and tax in proportion', async () => {
    const { user, payment } = await sale(9.99);
    const first = refund(randomUUID(), 333);
    for (let time = 0; time < 3; time += 1) await report(payment, { reembolsos: [first] });
    expect(await stateOf(payment)).toMatchObject({ estado: 'entregado', licencias: 1, ingresos: 133, facturado: 666 });
    // Another refund of the same amount is a separate one.
    await report(payment, { reembolsos: [first, refund(randomUUID(), 333)] });
    expect(await stateOf(payment)).toMatchObject({ estado: 'entregado', licencias: 1, ingresos: 67, facturado: 333 });
    await report(payment, { reembolsos: [refund(randomUUID(), 333)] });
    expect(await stateOf(payment)).toMatchObject({
      estado: 'reembolsado',
      licencias: 0,
      ingresos: 0,
      facturado: 0,
      base: 0,
    });
    const notes = await sql`select numero, datos, reembolso_id from facturas
      where pago_id = ${payment.id} and rectifica is not null order by numero`;
    expect(notes.map(({ datos }) => [datos.total_centimos, datos.base_centimos, datos.iva_centimos])).toEqual([
      [-333, -275, -58],
      [-333, -276, -57],
      [-333, -275, -58],
    ]);
    expect(new Set(notes.map(({ reembolso_id }) => reembolso_id)).size).toBe(3);
    const mails = await sql`select datos ->> 'centimos' as cents, datos ->> 'entero' as whole from correos
      where user_id = ${user} and plantilla = 'reembolso' order by id`;
    expect(mails).toEqual([
      { cents: '333', whole: 'false' },
      { cents: '333', whole: 'false' },
      { cents: '333', whole: 'true' },
    ]);
    // Each document by its own id, for its buyer only.
    const [note] = await sql`select id from facturas where pago_id = ${payment.id} and rectifica is not null`;
    expect(await db.callAs(user, 'emitir_factura', { p_id: note?.id })).toMatchObject({
      ok: true,
      numero: expect.any(Number),
    });
    expect(await db.callAs(await createUser(sql), 'emitir_factura', { p_id: note?.id })).toEqual({
      ok: false,
      error: 'no_existe',
    });
  });

  test('keeps the day of its first report', async () => {
    const payment = await buy(db, await createUser(sql), { producto: await createProduct(sql) });
    await report(payment, { reembolsos: [refund('re_repetido', 400)] });
    await sql`update reembolsos set hecho_at = hecho_at - interval '1 day' where referencia = 're_repetido'`;
    const day = () => sql`select hecho_at from reembolsos where referencia = 're_repetido'`;
    const first = await day();
    await report(payment, { reembolsos: [refund('re_repetido', 400)] });
    expect(await day()).toEqual(first);
  });

  test('of coins deducts coins in proportion, down to zero', async () => {
    const user = await createUser(sql);
    const pack = await createProduct(sql, { category: 'uncoins', uncoins: 500, precio: 7.95 });
    const payment = await buy(db, user, { producto: pack });
    const coins = async () => (await sql`select uncoins from usuarios_meta where id = ${user}`)[0]?.uncoins;
    await report(payment, { reembolsos: [refund(randomUUID(), 100)] });
    expect(await coins()).toBe(437);
    await report(payment, { reembolsos: [refund(randomUUID(), 695)] });
    expect(await coins()).toBe(0);
  });

  test('of a bundle reverses each creator’s share in proportion', async () => {
    const creators = [await createUser(sql), await createUser(sql)];
    const products = await Promise.all(creators.map((usuario_id) => createProduct(sql, { usuario_id, precio: 15 })));
    const payment = await buy(db, await createUser(sql), { bundle: await createBundle(sql, products, { precio: 25 }) });
    await report(payment, { reembolsos: [refund(randomUUID(), 1000)] });
    const shares = await sql`select sum(m.centimos)::int as cents from movimientos_ingresos m
      where m.usuario_id in ${sql(creators)} group by m.usuario_id`;
    expect(shares).toEqual([{ cents: 150 }, { cents: 150 }]);
  });

  test.each([
    [400, { ingresos: 120, facturado: 600 }],
    [1, { ingresos: 200, facturado: 999 }],
  ])('of %i cents before the delivery was reported is booked', async (cents, left) => {
    const user = await createUser(sql);
    const payment = await openPayment(db, user, { producto: await createProduct(sql) });
    expect(await report(payment, { reembolsos: [refund(randomUUID(), cents)] })).toMatchObject({
      ok: true,
      estado: 'creado',
    });
    await deliver(db, payment);
    expect(await stateOf(payment)).toMatchObject({ estado: 'entregado', licencias: 1, ...left });
  });

  test('of another charge or an unknown payment changes nothing', async () => {
    const { payment } = await sale();
    const other = { ...payment, reference: `cs_other_${randomUUID()}` };
    expect(await report(other, { reembolsos: [refund(randomUUID(), 1000)] })).toEqual({
      ok: false,
      error: 'pago_no_existe',
    });
    const shared = refund(randomUUID(), 500);
    await report(payment, { reembolsos: [shared] });
    const second = await sale();
    await report(second.payment, { reembolsos: [shared] });
    expect(await stateOf(second.payment)).toMatchObject({ estado: 'entregado', facturado: 1000 });
  });
});

describe('a refund that fails later', () => {
  test('restores everything, reverses its credit note, opens a case and notifies the buyer', async () => {
    const { user, payment } = await sale();
    const before = await stateOf(payment);
    const id = randomUUID();
    await report(payment, { reembolsos: [refund(id, 1000)] });
    expect(await stateOf(payment)).toMatchObject({ estado: 'reembolsado', licencias: 0, ingresos: 0, facturado: 0 });
    await report(payment, { reembolsos: [refund(id, 1000, 'fallido')] });
    await report(payment, { reembolsos: [refund(id, 1000, 'hecho')] });
    expect(await stateOf(payment)).toEqual(before);
    const documents = await sql`select (datos ->> 'total_centimos')::int as total, anula is not null as undoes
      from facturas where pago_id = ${payment.id} order by rectifica is not null, numero`;
    expect(documents).toEqual([
      { total: 1000, undoes: false },
      { total: -1000, undoes: false },
      { total: 1000, undoes: true },
    ]);
    expect(await sql`select tipo from casos_admin where pago_id = ${payment.id}`).toEqual([
      { tipo: 'reembolso_fallido' },
    ]);
    const mails = await sql`select datos ->> 'estado' as estado from correos
      where user_id = ${user} and plantilla = 'reembolso' order by id`;
    expect(mails).toEqual([{ estado: 'hecho' }, { estado: 'fallido' }]);
  });

  test('while it is pending changes nothing', async () => {
    const { payment } = await sale();
    const before = await stateOf(payment);
    const id = randomUUID();
    await report(payment, { reembolsos: [refund(id, 1000, 'pendiente')] });
    expect(await stateOf(payment)).toEqual(before);
    await report(payment, { reembolsos: [refund(id, 1000, 'fallido')] });
    expect(await stateOf(payment)).toEqual(before);
    expect(
      await sql`select 1 from correos where plantilla = 'reembolso' and datos ->> 'pago_id' = ${payment.id}`,
    ).toHaveLength(0);
  });

  test('before the delivery allows the delivery', async () => {
    const user = await createUser(sql);
    const payment = await openPayment(db, user, { producto: await createProduct(sql) });
    const id = randomUUID();
    await report(payment, { reembolsos: [refund(id, 1000)] });
    expect(await deliver(db, payment)).toMatchObject({ estado: 'reembolsado', pedidos: [] });
    await report(payment, { reembolsos: [refund(id, 1000, 'fallido')] });
    expect(await stateOf(payment)).toMatchObject({ estado: 'entregado', licencias: 1, facturado: 1000, recibos: 1 });
  });
});

describe('a dispute', () => {
  test('as an inquiry changes nothing and is listed once, until it ends', async () => {
    const { payment } = await sale();
    const before = await stateOf(payment);
    const id = randomUUID();
    for (let time = 0; time < 2; time += 1) await report(payment, { disputas: [dispute(id, 'consulta', 0)] });
    expect(await stateOf(payment)).toEqual(before);
    const cases = () => sql`select tipo, resuelto from casos_admin where pago_id = ${payment.id} order by id`;
    expect(await cases()).toEqual([{ tipo: 'consulta', resuelto: false }]);
    await report(payment, { disputas: [dispute(id, 'abierta', 1)] });
    expect(await stateOf(payment)).toMatchObject({ estado: 'en_disputa', licencias: 0, ingresos: 0, facturado: 1000 });
    await report(payment, { disputas: [dispute(id, 'ganada', 2)] });
    expect(await stateOf(payment)).toEqual(before);
    expect(await cases()).toEqual([
      { tipo: 'consulta', resuelto: true },
      { tipo: 'disputa', resuelto: true },
    ]);
  });

  test('that ends without an outcome holds the money until a later one decides', async () => {
    const { payment } = await sale();
    const [first, second] = [randomUUID(), randomUUID()];
    // News of the same moment, in both orders.
    for (const phase of ['abierta', 'sin_decidir', 'abierta'] as const)
      await report(payment, { disputas: [dispute(first, phase, 2)] });
    expect(await stateOf(payment)).toMatchObject({ estado: 'en_disputa', licencias: 0 });
    expect(await sql`select fase from disputas where pago_id = ${payment.id}`).toEqual([{ fase: 'sin_decidir' }]);
    await report(payment, { disputas: [dispute(second, 'ganada', 3, 1000, 5)] });
    expect(await stateOf(payment)).toMatchObject({ estado: 'entregado', licencias: 1, ingresos: 200 });
  });

  test('won after another one undoes the credit note of its own loss', async () => {
    const { payment } = await sale();
    const [buyer] = await sql`select user_id as id from pagos where id = ${payment.id}`;
    /** The number of the credit note that the buyer gets, or why there is none. */
    const valid = async () => {
      const args = { p_id: payment.id, p_rectificativa: true };
      const { ok, numero, error } = await db.callAs(String(buyer?.id), 'emitir_factura', args);
      return ok ? numero : error;
    };
    const offered = [];
    for (const id of [randomUUID(), randomUUID()]) {
      await report(payment, { disputas: [dispute(id, 'perdida')] });
      offered.push(await valid());
      await report(payment, { disputas: [dispute(id, 'ganada', 2)] });
      offered.push(await valid());
    }
    const notes = await sql`select id, anula, numero from facturas
      where pago_id = ${payment.id} and rectifica is not null order by numero`;
    expect(notes.map(({ anula }) => anula)).toEqual([null, notes[0]?.id, null, notes[2]?.id]);
    expect(offered).toEqual([notes[0]?.numero, 'no_existe', notes[2]?.numero, 'no_existe']);
  });

  test('that is partially lost counts like a partial refund', async () => {
    const { payment } = await sale();
    await report(payment, { disputas: [dispute(randomUUID(), 'perdida', 1, 250)] });
    expect(await stateOf(payment)).toMatchObject({ estado: 'entregado', licencias: 1, ingresos: 150, facturado: 750 });
    await report(payment, { reembolsos: [refund(randomUUID(), 750, 'hecho', 9)] });
    expect(await stateOf(payment)).toMatchObject({
      estado: 'reembolsado',
      licencias: 0,
      ingresos: 0,
      facturado: 0,
      base: 0,
    });
  });

  /** A product bought again while the first payment was disputed. */
  async function boughtTwice() {
    const { user, payment } = await sale();
    const [product] = await sql`select producto_id as id from pagos where id = ${payment.id}`;
    const id = randomUUID();
    await report(payment, { disputas: [dispute(id, 'abierta', 1)] });
    return { user, payment, id, second: await buy(db, user, { producto: product?.id }) };
  }
  const licencesOf = async (user: string) =>
    (await sql`select pago_id from adquisiciones where user_id = ${user} and revocada_at is null`).map(
      (row) => row.pago_id,
    );

  test('that is won restores the licence when the repurchase is reversed', async () => {
    const { user, payment, id, second } = await boughtTwice();
    await report(payment, { disputas: [dispute(id, 'ganada', 2)] });
    expect(await licencesOf(user)).toEqual([second.id]);
    await report(second, { reembolsos: [refund(randomUUID(), 1000)] });
    expect(await licencesOf(user)).toEqual([payment.id]);
  });

  test('that is lost and then won on appeal, or a refund that fails, after a repurchase leaves the books in order', async () => {
    const { user, payment, id, second } = await boughtTwice();
    await report(payment, { disputas: [dispute(id, 'perdida', 2)] });
    await report(payment, { disputas: [dispute(id, 'ganada', 3)] });
    const returned = refund(randomUUID(), 1000);
    await report(payment, { reembolsos: [returned] });
    await report(payment, { reembolsos: [{ ...returned, estado: 'fallido' }] });
    expect(await licencesOf(user)).toEqual([second.id]);
    expect(await sql`select nombre from privado.invariantes() where cuenta > 0`).toEqual([]);
  });

  test('that is won while the repurchase is reversed leaves the licence with its buyer', {
    tags: 'nightly',
  }, async () => {
    for (let time = 0; time < 10; time += 1) {
      const { user, payment, id, second } = await boughtTwice();
      await Promise.all([
        report(payment, { disputas: [dispute(id, 'ganada', 2)] }),
        report(second, { reembolsos: [refund(randomUUID(), 1000)] }),
      ]);
      expect(await licencesOf(user)).toEqual([payment.id]);
    }
  });

  test('of PayPal is not counted twice if its money is also reported as a refund', async () => {
    const user = await createUser(sql);
    // With PayPal's surcharge 9.72.
    const payment = await buyByPayPal(user, await createProduct(sql, { precio: 9 }));
    const [early, lost, reversal] = [
      refund(randomUUID(), 100),
      dispute(randomUUID(), 'perdida', 9, 400, 5),
      refund(randomUUID(), 400, 'hecho', 6),
    ];
    await report(payment, { reembolsos: [early], disputas: [lost] }, 'paypal');
    expect(await stateOf(payment)).toMatchObject({ estado: 'entregado', facturado: 472 });
    await report(payment, { reembolsos: [early, reversal], disputas: [lost] }, 'paypal');
    expect(await stateOf(payment)).toMatchObject({ estado: 'entregado', facturado: 472 });
    // A refund beyond the amount of the dispute counts.
    const more = refund(randomUUID(), 50, 'hecho', 7);
    await report(payment, { reembolsos: [early, reversal, more], disputas: [lost] }, 'paypal');
    expect(await stateOf(payment)).toMatchObject({ estado: 'entregado', facturado: 422 });
  });
});

/** A history of a payment of 10 euros at its provider: how its refunds and disputes stand after each step. */
const story = fc
  .array(
    fc.record({
      kind: fc.constantFrom('refund', 'settle', 'fail', 'ask', 'dispute', 'win', 'lose'),
      cents: fc.integer({ min: 1, max: 1000 }),
    }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((steps) => {
    const refunds: Refund[] = [];
    const disputes: Dispute[] = [];
    const snapshots: Required<Facts>[] = [];
    const prefix = randomUUID();
    steps.forEach(({ kind, cents }, at) => {
      const gone = refunds.reduce((sum, { estado, centimos }) => (estado === 'fallido' ? sum : sum + centimos), 0);
      const last = refunds.at(-1);
      const open = disputes.find(({ fase }) => fase === 'abierta' || fase === 'consulta');
      if (kind === 'refund' && gone < 1000 && open?.fase !== 'abierta')
        refunds.push(refund(`${prefix}:r${at}`, Math.min(cents, 1000 - gone), cents % 2 ? 'hecho' : 'pendiente', at));
      if (kind === 'settle' && last?.estado === 'pendiente') last.estado = 'hecho';
      if (kind === 'fail' && last) last.estado = 'fallido';
      if (kind === 'ask' && !open) disputes.push(dispute(`${prefix}:d${at}`, 'consulta', 0, 1000, at));
      if (kind === 'dispute' && open?.fase === 'consulta') Object.assign(open, { fase: 'abierta', version: 1 });
      else if (kind === 'dispute' && !open)
        disputes.push(dispute(`${prefix}:d${at}`, 'abierta', 1, Math.max(cents, 1), at));
      if (kind === 'win' && open) Object.assign(open, { fase: 'ganada', version: open.version + 1 });
      if (kind === 'lose' && open?.fase === 'abierta') open.fase = 'perdida';
      snapshots.push(structuredClone({ reembolsos: refunds, disputas: disputes }));
    });
    return snapshots;
  });

test.each(['product', 'coins'] as const)(
  'repeated and unordered reversals of a %s result in the same final state',
  { tags: 'nightly', timeout: 120_000 },
  async (kind) => {
    const product = kind === 'product' ? { precio: 10 } : { category: 'uncoins', uncoins: 777, precio: 10 };
    const producto = await createProduct(sql, product);
    await fc.assert(
      fc.asyncProperty(story, fc.infiniteStream(fc.nat()), fc.nat(), async (snapshots, dice, turn) => {
        const rename = (facts: Facts, mark: string): Facts =>
          JSON.parse(JSON.stringify(facts).replaceAll(/"([^"]+:[rd]\d)"/g, `"${mark}$1"`));
        const [straight, crooked] = [
          await openPayment(db, await createUser(sql), { producto }),
          await openPayment(db, await createUser(sql), { producto }),
        ];
        await deliver(db, straight);
        const last = snapshots.at(-1);
        if (last) await report(straight, rename(last, 'a'));

        const shuffled = [...snapshots, ...snapshots]
          .map((facts) => ({ facts, at: dice.next().value ?? 0 }))
          .toSorted((one, other) => one.at - other.at);
        for (const [index, { facts }] of shuffled.entries()) {
          if (index === turn % shuffled.length) await deliver(db, crooked);
          await report(crooked, rename(facts, 'b'));
        }
        const [wanted, got] = [await stateOf(straight), await stateOf(crooked)];
        // A payment reversed before its delivery has neither an invoice to correct nor a receipt.
        const isDelivered = (got?.recibos ?? 0) > 0;
        expect(got).toEqual(isDelivered ? wanted : { ...wanted, recibos: 0, facturado: 0, base: 0 });
      }),
      { numRuns: 6 },
    );
  },
);

test('the ledger of every payment adds up after all of these tests', async () => {
  const bad = await sql`
    select p.id from pagos p
    where p.proveedor in ('stripe', 'paypal') and p.entregado_at is not null and (
      (select sum((datos ->> 'total_centimos')::int) from facturas where pago_id = p.id)
        is distinct from p.total_centimos - privado.devuelto_de(p)
      or exists (select from facturas where pago_id = p.id
        and (datos ->> 'base_centimos')::int + (datos ->> 'iva_centimos')::int <> (datos ->> 'total_centimos')::int))`;
  expect(bad).toEqual([]);
  const gaps = await sql`select serie from facturas group by serie having max(numero) <> count(*)`;
  expect(gaps).toEqual([]);
});

describe('concurrency', () => {
  test('accepts one of ten concurrent refunds of 6 euros on a payment of 10', async () => {
    const [admin, { payment }] = [await createUser(sql, { role: 'admin' }), await sale()];
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        db.callAs(admin, 'pedir_reembolso_parcial', {
          p_pago: payment.id,
          p_motivo: 'Dos a la vez',
          p_centimos: 600,
          p_clave: randomUUID(),
        }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: 'importe_no_valido', queda_centimos: 400 });
  });

  test('makes one refund of a double click', async () => {
    const [admin, { payment }] = [await createUser(sql, { role: 'admin' }), await sale()];
    const order = { p_pago: payment.id, p_motivo: 'Un clic de más', p_centimos: 500, p_clave: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => db.callAs(admin, 'pedir_reembolso_parcial', order)),
    );
    expect(new Set(answers.map(({ reembolso_id }) => reembolso_id)).size).toBe(1);
    expect(await db.callAs(admin, 'pedir_reembolso_parcial', { ...order, p_centimos: 400 })).toEqual({
      ok: false,
      error: 'clave_usada',
    });
    for (const p_centimos of [0, -5, 501]) {
      expect(
        await db.callAs(admin, 'pedir_reembolso_parcial', { ...order, p_centimos, p_clave: randomUUID() }),
      ).toMatchObject({ error: 'importe_no_valido' });
    }
    expect(await db.callAs(await createUser(sql), 'pedir_reembolso_parcial', order)).toEqual({
      ok: false,
      error: 'sin_permiso',
    });
  });

  test('matches an ordered refund by the id of the provider, not by an equal amount', async () => {
    const [admin, { payment }] = [await createUser(sql, { role: 'admin' }), await sale()];
    const asked = await db.callAs(admin, 'pedir_reembolso_parcial', {
      p_pago: payment.id,
      p_motivo: 'Por error',
      p_centimos: 300,
      p_clave: randomUUID(),
    });
    await report(payment, { reembolsos: [refund(randomUUID(), 300)] });
    expect(await sql`select estado from reembolsos where id = ${String(asked.reembolso_id)}`).toEqual([
      { estado: 'pedido' },
    ]);
    await report(payment, { reembolsos: [{ ...refund(randomUUID(), 300), propio: String(asked.reembolso_id) }] });
    expect(await sql`select estado, motivo from reembolsos where pago_id = ${payment.id} order by created_at`).toEqual([
      { estado: 'hecho', motivo: 'Por error' },
      { estado: 'hecho', motivo: null },
    ]);
    expect(await stateOf(payment)).toMatchObject({ ingresos: 80, facturado: 400 });
  });

  test('of refunds, disputes and a delivery does not deadlock and ends in the same state', {
    tags: 'nightly',
  }, async () => {
    const producto = await createProduct(sql);
    const payments = await Promise.all(
      Array.from({ length: 6 }, async () => openPayment(db, await createUser(sql), { producto })),
    );
    const work = payments.flatMap((payment) => {
      const [id, other] = [randomUUID(), randomUUID()];
      const steps: Facts[] = [
        { disputas: [dispute(other, 'consulta', 0)] },
        { reembolsos: [refund(id, 400, 'pendiente')], disputas: [dispute(other, 'abierta', 1)] },
        { reembolsos: [refund(id, 400)], disputas: [dispute(other, 'abierta', 1)] },
        { reembolsos: [refund(id, 400)], disputas: [dispute(other, 'ganada', 2)] },
      ];
      return [...steps, ...steps].map((facts) => () => report(payment, facts)).concat(() => deliver(db, payment));
    });
    await Promise.all(work.map((step) => step()));
    for (const payment of payments) {
      expect(await stateOf(payment)).toMatchObject({
        estado: 'entregado',
        licencias: 1,
        ingresos: 120,
        facturado: 600,
      });
    }
  });
});

test('a refund refused by the provider opens a case, and the shop itself may order refunds', async () => {
  const [admin, { payment }] = [await createUser(sql, { role: 'admin' }), await sale()];
  const own = await db.callService('pedir_reembolso', { p_pago: payment.id, p_motivo: 'No se puede entregar' });
  expect(own).toMatchObject({ ok: true, centimos: 1000 });
  await db.callService('rechazar_reembolso', { p_reembolso: own.reembolso_id, p_error: 'no_funds' });
  const asked = await db.callAs(admin, 'pedir_reembolso', { p_pago: payment.id, p_motivo: 'Otra vez' });
  await db.callService('rechazar_reembolso', { p_reembolso: asked.reembolso_id, p_error: 'no_funds' });
  expect(await sql`select tipo, datos from casos_admin where pago_id = ${payment.id}`).toEqual([
    { tipo: 'reembolso_rechazado', datos: { centimos: 1000, error: 'no_funds' } },
  ]);
  expect(await stateOf(payment)).toMatchObject({ estado: 'entregado', licencias: 1 });
});

test('the case of a refused refund is closed once the refund has arrived after all', async () => {
  const { payment } = await sale();
  const order = await db.callService('pedir_reembolso', { p_pago: payment.id, p_motivo: 'No se puede entregar' });
  await db.callService('rechazar_reembolso', { p_reembolso: order.reembolso_id, p_error: 'no_funds' });
  const isOpen = async () =>
    (await sql`select from casos_admin where pago_id = ${payment.id} and not resuelto`).length > 0;
  const own = { ...refund(randomUUID(), 1000, 'pendiente'), propio: String(order.reembolso_id) };
  await report(payment, { reembolsos: [own] });
  expect(await isOpen()).toBe(true);
  await report(payment, { reembolsos: [{ ...own, estado: 'hecho' }] });
  expect(await isOpen()).toBe(false);
});

test('paid coins are refunded in parts, and the licence ends with the last part', async () => {
  const [admin, user] = [await createUser(sql, { role: 'admin' }), await createUser(sql)];
  await giveCoins(sql, user, 1000);
  const answer = await createPayment(db, user, { producto: await createProduct(sql), metodo: 'uncoins' });
  const give = (p_centimos: number) =>
    db.callAs(admin, 'pedir_reembolso_parcial', {
      p_pago: answer.pago_id,
      p_motivo: 'Por partes',
      p_centimos,
      p_clave: randomUUID(),
    });
  const coins = async () => (await sql`select uncoins from usuarios_meta where id = ${user}`)[0]?.uncoins;
  await give(250);
  expect([
    await coins(),
    (await sql`select 1 from adquisiciones where user_id = ${user} and revocada_at is null`).length,
  ]).toEqual([250, 1]);
  await give(750);
  expect([
    await coins(),
    (await sql`select 1 from adquisiciones where user_id = ${user} and revocada_at is null`).length,
  ]).toEqual([1000, 0]);
  expect(await give(1)).toEqual({ ok: false, error: 'ya_reembolsado' });
});

test('payments are polled for lost events: recent ones always, older ones once a day', async () => {
  const user = await createUser(sql);
  const make = async (age: string) => {
    const payment = await buyByPayPal(user, await createProduct(sql));
    await sql`update pagos set pagado_at = now() - ${age}::interval where id = ${payment.id}`;
    return payment.id;
  };
  const [recent, old, ancient] = [await make('1 hour'), await make('40 days'), await make('200 days')];
  const due = async () =>
    (await db.asService((t) => t`select id from public.pagos_por_revisar()`))
      .map(({ id }) => id)
      .filter((id) => [recent, old, ancient].includes(id))
      .toSorted();
  expect(await due()).toEqual([recent, old].toSorted());
  expect(await due()).toEqual([recent]);
  await sql`update revisiones_pago set revisado_at = now() - interval '25 hours' where pago_id = ${old}`;
  expect(await due()).toEqual([recent, old].toSorted());
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { createPayment, createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

// Mocks Next.js's request context: revalidated pages, and mails after the response.
vi.mock('next/server', () => ({ after: () => {} }));
vi.mock('next/cache', () => ({ revalidateTag: () => {} }));

const { db, payments: all } = await openShop();
const { sql } = db;
// No webhook reaches the shop.
await all.sim.setWebhookUrls({ stripe: null, paypal: null });

const euros = (value: string) => ({ currency_code: 'EUR', value });

/** The ten-minute job, as far as money comes and goes. */
async function runJob() {
  const { catchUpEvents } = await import('@/lib/webhooks/catch-up');
  const { reconcilePayments } = await import('@/lib/payments/reconcile');
  const { finishRefunds } = await import('@/lib/payments/refunds');
  const { catchUpReversals } = await import('@/lib/payments/reversals');
  await catchUpEvents();
  await reconcilePayments();
  await finishRefunds();
  await catchUpReversals();
}

type Paid = { id: string; reference: string; user: string };

/** Pays at the provider without an event for the shop. */
async function payUnheard(metodo: 'tarjeta' | 'paypal', card?: string): Promise<Paid> {
  const user = await createUser(sql);
  const answer = await createPayment(db, user, { producto: await createProduct(sql), metodo });
  const id = String(answer.pago_id);
  const totalCents = Number(answer.total_centimos);
  const shared = { paymentId: id, totalCents, name: 'Algo', locale: 'es' as const };
  let reference = '';
  if (metodo === 'tarjeta') {
    const { createCardSession } = await import('@/lib/payments/stripe/sessions');
    const session = await createCardSession({
      ...shared,
      userId: user,
      email: undefined,
      description: null,
      expiresAt: new Date(Date.now() + 3_600_000),
      successUrl: 'http://localhost:1/success',
      cancelUrl: 'http://localhost:1/checkout',
      onlyCard: false,
    });
    reference = session.id;
    await all.sim.stripe.pay(reference, card ? { card } : {});
  } else {
    const { createPayPalOrder, capturePayPalOrder } = await import('@/lib/payments/paypal/orders');
    const urls = {
      returnUrl: 'http://localhost:1/paypal-success',
      cancelUrl: 'http://localhost:1/checkout',
      onlyCard: false,
    };
    reference = (await createPayPalOrder({ ...shared, ...urls })).id;
    await all.sim.paypal.approve(reference);
    await capturePayPalOrder(reference);
  }
  const p_proveedor = metodo === 'tarjeta' ? 'stripe' : 'paypal';
  await db.callService('vincular_pago', { p_pago: id, p_proveedor, p_referencia: reference });
  return { id, reference, user };
}

async function booksOf({ id }: Paid) {
  const [row] = await sql`
    select estado,
      (select count(*)::int from adquisiciones a where a.pago_id = p.id and a.revocada_at is null) as licencias,
      (select coalesce(sum(m.centimos), 0)::int from movimientos_ingresos m join adquisiciones a on a.id = m.adquisicion_id
        where a.pago_id = p.id) as ingresos,
      (select coalesce(sum((datos ->> 'total_centimos')::int), 0)::int from facturas f where f.pago_id = p.id) as facturado,
      array(select tipo from casos_admin c where c.pago_id = p.id and not resuelto order by tipo) as casos
    from pagos p where id = ${id}`;
  return row;
}

describe('with all webhooks lost', () => {
  test('refunds, inquiries and chargebacks of PayPal and their outcomes are fetched', { tags: 'nightly' }, async () => {
    const paid = await payUnheard('paypal');
    await all.sim.paypal.refund(paid.reference, euros('2.80'));
    await runJob();
    const standing = { estado: 'entregado', licencias: 1, ingresos: 160, facturado: 800, casos: [] };
    expect(await booksOf(paid)).toEqual(standing);
    await all.sim.paypal.dispute(paid.reference, { stage: 'INQUIRY', amount: euros('8.00') });
    await runJob();
    expect(await booksOf(paid)).toEqual({ ...standing, casos: ['consulta'] });
    await all.sim.paypal.updateDispute(paid.reference, { stage: 'CHARGEBACK', status: 'UNDER_REVIEW' });
    await runJob();
    expect(await booksOf(paid)).toMatchObject({ estado: 'en_disputa', licencias: 0, ingresos: 0, facturado: 800 });
    await all.sim.paypal.resolveDispute(paid.reference, 'RESOLVED_SELLER_FAVOUR');
    await runJob();
    expect(await booksOf(paid)).toEqual(standing);
    await all.sim.paypal.dispute(paid.reference, { stage: 'ARBITRATION', amount: euros('8.00') });
    await all.sim.paypal.resolveDispute(paid.reference, 'ACCEPTED');
    await runJob();
    await runJob();
    expect(await booksOf(paid)).toEqual({ estado: 'reembolsado', licencias: 0, ingresos: 0, facturado: 0, casos: [] });
  });

  test('a PayPal refund that fails later restores everything', async () => {
    const paid = await payUnheard('paypal');
    await runJob();
    const before = await booksOf(paid);
    await all.sim.paypal.refund(paid.reference);
    await runJob();
    expect(await booksOf(paid)).toMatchObject({ estado: 'reembolsado', facturado: 0 });
    await all.sim.paypal.settleRefund(paid.reference, 'FAILED');
    await runJob();
    expect(await booksOf(paid)).toEqual({ ...before, casos: ['reembolso_fallido'] });
  });

  test('refunds and disputes of Stripe are fetched in any order', { tags: 'nightly' }, async () => {
    const paid = await payUnheard('tarjeta');
    await all.sim.stripe.refund(paid.reference, 400);
    await runJob();
    const part = { estado: 'entregado', licencias: 1, ingresos: 120, facturado: 600, casos: [] };
    expect(await booksOf(paid)).toEqual(part);
    await all.sim.stripe.dispute(paid.reference, { inquiry: true, amount: 600 });
    await runJob();
    expect(await booksOf(paid)).toEqual({ ...part, casos: ['consulta'] });
    await all.sim.stripe.escalateDispute(paid.reference);
    await runJob();
    expect(await booksOf(paid)).toMatchObject({ estado: 'en_disputa', licencias: 0, ingresos: 0 });
    await all.sim.stripe.closeDispute(paid.reference, 'won');
    await runJob();
    expect(await booksOf(paid)).toEqual(part);
    await all.sim.stripe.refund(paid.reference, 600, { pending: true });
    await runJob();
    expect(await booksOf(paid)).toEqual(part);
    await all.sim.stripe.settleRefund(paid.reference, 'succeeded');
    await runJob();
    expect(await booksOf(paid)).toMatchObject({ estado: 'reembolsado', licencias: 0, facturado: 0 });
    await all.sim.stripe.settleRefund(paid.reference, 'failed');
    await runJob();
    expect(await booksOf(paid)).toEqual({ ...part, casos: ['reembolso_fallido'] });
  });
});

test.each([
  ['tarjeta', 'GET', '/v1/checkout/sessions/*'],
  ['paypal', 'GET', '/v2/checkout/orders/*'],
] as const)(
  'a payment by %s with a slow provider delays no other',
  { tags: 'nightly' },
  async (metodo, method, path) => {
    const slow = await payUnheard(metodo);
    const other = await payUnheard(metodo);
    const scope = { id: slow.reference };
    await all.sim.addFault({ kind: 'fail', mode: 'timeout', holdMs: 6_000, method, path, times: 5, scope });
    const { reconcilePayments } = await import('@/lib/payments/reconcile');
    const job = reconcilePayments();
    await expect.poll(async () => (await booksOf(other))?.estado, { timeout: 5_500 }).toBe('entregado');
    expect(await booksOf(slow)).toMatchObject({ estado: 'creado' });
    await all.sim.clearFaults();
    await job;
    await reconcilePayments();
    expect(await booksOf(slow)).toMatchObject({ estado: 'entregado', licencias: 1 });
  },
);

describe('a refund ordered by an admin', () => {
  async function order(paid: Paid, cents: number) {
    const admin = await createUser(sql, { role: 'admin' });
    const answer = await db.callAs(admin, 'pedir_reembolso_parcial', {
      p_pago: paid.id,
      p_motivo: 'Lo pidió',
      p_centimos: cents,
      p_clave: randomUUID(),
    });
    const provider = String(answer.proveedor) as 'stripe' | 'paypal';
    return { id: String(answer.reembolso_id), paymentId: paid.id, provider, reference: paid.reference, cents };
  }
  const made = async (paid: Paid) =>
    (await all.sim.events({ id: paid.reference })).filter(({ type }) =>
      ['refund.created', 'PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.REFUND.PENDING'].includes(type),
    ).length;

  test.each([
    ['tarjeta', '/v1/refunds'],
    ['paypal', '/v2/payments/captures/*/refund'],
  ] as const)('by %s with a lost response is made once and found by the job', async (method, path) => {
    const { carryOutRefund } = await import('@/lib/payments/refunds');
    const paid = await payUnheard(method);
    await runJob();
    const asked = await order(paid, 300);
    const scope = { id: paid.reference };
    await all.sim.addFault({ kind: 'fail', method: 'POST', path, when: 'after', mode: 'disconnect', times: 3, scope });
    await expect(carryOutRefund(asked)).rejects.toThrow();
    await all.sim.clearFaults();
    expect(await sql`select estado from reembolsos where id = ${asked.id}`).toEqual([{ estado: 'pedido' }]);
    await runJob();
    await runJob();
    expect(await sql`select estado, centimos from reembolsos where pago_id = ${paid.id}`).toEqual([
      { estado: 'hecho', centimos: 300 },
    ]);
    expect(await made(paid)).toBe(1);
    expect((await booksOf(paid))?.facturado).toBe(method === 'paypal' ? 780 : 700);
  });

  test.each(['tarjeta', 'paypal'] as const)('twice at once by %s is one refund', async (method) => {
    const { carryOutRefund } = await import('@/lib/payments/refunds');
    const paid = await payUnheard(method);
    await runJob();
    const asked = await order(paid, 250);
    expect(await Promise.all([carryOutRefund(asked), carryOutRefund(asked)])).toEqual([
      { status: 'done' },
      { status: 'done' },
    ]);
    expect(await made(paid)).toBe(1);
    expect(await sql`select 1 from reembolsos where pago_id = ${paid.id}`).toHaveLength(1);
  });

  test('is refused after a refund by the provider in the meantime, which is booked', async () => {
    const { carryOutRefund } = await import('@/lib/payments/refunds');
    const paid = await payUnheard('tarjeta');
    await runJob();
    const asked = await order(paid, 1000);
    await all.sim.stripe.refund(paid.reference);
    expect(await carryOutRefund(asked)).toMatchObject({ status: 'refused', reason: 'charge_already_refunded' });
    expect(await booksOf(paid)).toMatchObject({ estado: 'reembolsado', licencias: 0, facturado: 0 });
    const rows = await sql`select estado, pedido_por is null as panel from reembolsos where pago_id = ${paid.id}
      order by created_at`;
    expect(rows).toEqual([
      { estado: 'rechazado', panel: false },
      { estado: 'hecho', panel: true },
    ]);
  });

  test('changes nothing while it is pending', async () => {
    const { carryOutRefund } = await import('@/lib/payments/refunds');
    for (const paid of [await payUnheard('tarjeta', '4000000000007726'), await payUnheard('paypal')]) {
      await runJob();
      const before = await booksOf(paid);
      const [row] = await sql`select total_centimos from pagos where id = ${paid.id}`;
      const asked = await order(paid, Number(row?.total_centimos));
      if (asked.provider === 'paypal') await all.sim.paypal.holdRefunds(paid.reference);
      expect(await carryOutRefund(asked)).toEqual({ status: 'pending' });
      expect(await booksOf(paid)).toEqual(before);
      if (asked.provider === 'paypal') await all.sim.paypal.settleRefund(paid.reference, 'COMPLETED');
      else await all.sim.stripe.settleRefund(paid.reference, 'succeeded');
      await runJob();
      expect(await booksOf(paid)).toMatchObject({ estado: 'reembolsado', licencias: 0, ingresos: 0 });
    }
  });
});

test('the whole history of a payment is read in one query', { tags: 'nightly' }, async () => {
  const { createAdminClient } = await import('@/lib/core/supabase/admin');
  const { parseDetail, paymentColumns } = await import('@/lib/orders/payments/rows');
  const paid = await payUnheard('tarjeta');
  await all.sim.stripe.refund(paid.reference, 100);
  await all.sim.stripe.dispute(paid.reference, { inquiry: true, amount: 900 });
  await runJob();
  await all.sim.stripe.settleRefund(paid.reference, 'failed');
  await runJob();
  const { data, error } = await createAdminClient().from('pagos').select(paymentColumns).eq('id', paid.id).single();
  expect(error).toBeNull();
  expect(parseDetail(data, 'es')).toMatchObject({
    refunds: [{ state: 'fallido', cents: 100, reason: null, problem: 'expired_or_canceled_card' }],
    disputes: [{ phase: 'consulta', cents: 900 }],
    creditNotes: [
      { number: expect.stringMatching(/^R\d{4}-\d{6}$/), undoes: false },
      { number: expect.stringMatching(/^R\d{4}-\d{6}$/), undoes: true },
    ],
    refundableCents: 1000,
  });
});

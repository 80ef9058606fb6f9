import { checkout, clubCheckout, type Everything, startEverything } from '@unstore/payment-simulator/testing';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findInvoiceOfIntent, readClubCharges } from '@/lib/club/charges';

const client = vi.hoisted(() => ({ stripe: undefined as unknown as Stripe }));
vi.mock('@/lib/payments/stripe/client', () => ({
  stripe: () => client.stripe,
  isMissing: (error: unknown) =>
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing',
}));

let all: Everything;
beforeAll(async () => {
  all = await startEverything();
  client.stripe = all.stripe;
});
afterAll(() => all.stop());

async function subscribe(): Promise<string> {
  const { id } = await all.stripe.checkout.sessions.create(clubCheckout());
  await all.sim.stripe.pay(id);
  return String((await all.stripe.checkout.sessions.retrieve(id)).subscription);
}

test('the charges of a subscription are read from its invoices, newest first', async () => {
  const id = await subscribe();
  await all.sim.stripe.renew(id, 'failed');
  const [failed, first] = await readClubCharges(id, [], undefined);
  expect(first).toMatchObject({ state: 'pagado', cents: 390, charge: expect.stringMatching(/^ch_/) });
  expect(failed).toMatchObject({ state: 'fallido', cents: 390, charge: null });
  expect(failed?.from).toEqual(first?.until);
  await all.sim.stripe.renew(id, 'open');
  expect(await readClubCharges(id, [], undefined)).toHaveLength(2);
});

test('a delayed payment becomes a charge when it succeeds or fails', async () => {
  const id = await subscribe();
  await all.sim.stripe.renew(id, 'failed');
  const resource = all.stripe.invoicePayments;
  const list = resource.list.bind(resource);
  const states = { now: 'processing' as Stripe.PaymentIntent.Status };
  // Stripe's response while a bank debit of the open invoice is pending.
  const spy = vi.spyOn(resource, 'list').mockImplementation((async (params: Stripe.InvoicePaymentListParams) => {
    const page = await list(params);
    for (const { status, payment } of page.data) {
      if (status === 'open' && typeof payment.payment_intent === 'object')
        Object.assign(payment.payment_intent, { status: states.now });
    }
    return page;
  }) as never);
  expect(await readClubCharges(id, [], undefined)).toMatchObject([{ state: 'pagado' }]);
  states.now = 'requires_payment_method';
  expect(await readClubCharges(id, [], undefined)).toMatchObject([{ state: 'fallido' }, { state: 'pagado' }]);
  spy.mockRestore();
});

test('a refund and a dispute of a charge are found, and the charge by its payment intent', async () => {
  const id = await subscribe();
  const [paid] = await readClubCharges(id, [], undefined);
  const intent = String(paid?.intent);
  expect(await findInvoiceOfIntent(intent)).toEqual({ invoice: paid?.invoice, subscription: id });
  await all.sim.stripe.refund(String(paid?.charge), 100);
  expect(await readClubCharges(id, [], undefined)).toMatchObject([{ state: 'parcial', returnedCents: 100 }]);
  await all.sim.stripe.dispute(String(paid?.charge));
  expect(await readClubCharges(id, [], undefined)).toMatchObject([{ state: 'en_disputa' }]);
  await all.sim.stripe.closeDispute(String(paid?.charge), 'lost');
  expect(await readClubCharges(id, [], undefined)).toMatchObject([
    { state: 'reembolsado', returnedCents: 390, isLost: true },
  ]);
});

test('a settled charge is only updated if it is named or one of the two newest', async () => {
  const id = await subscribe();
  for (const _time of [1, 2, 3]) await all.sim.stripe.renew(id);
  const invoices = (await readClubCharges(id, [], undefined)).map(({ invoice }) => invoice);
  expect(invoices).toHaveLength(4);
  const read = async (named?: string) => (await readClubCharges(id, invoices, named)).map(({ invoice }) => invoice);
  expect(await read()).toEqual(invoices.slice(0, 2));
  expect(await read(invoices[3])).toEqual([invoices[0], invoices[1], invoices[3]]);
});

test('a sale has no subscription invoice', async () => {
  const { id } = await all.stripe.checkout.sessions.create(checkout());
  await all.sim.stripe.pay(id);
  const { payment_intent } = await all.stripe.checkout.sessions.retrieve(id);
  expect(await findInvoiceOfIntent(String(payment_intent))).toBeNull();
});

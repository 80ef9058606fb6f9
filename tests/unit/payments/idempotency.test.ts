import { describe, expect, test } from 'vitest';
import { cardInput, orderInput, pageOrder } from './inputs.ts';
import { openSimulator } from './simulator.ts';

const all = await openSimulator();
const { createClubSession } = await import('@/lib/club/stripe');
const { createPayPalOrder } = await import('@/lib/payments/paypal/orders');
const { openCardPage } = await import('@/lib/payments/stripe/pages');
const { createCardSession } = await import('@/lib/payments/stripe/sessions');

const sessions = '/v1/checkout/sessions';

test('Stripe refuses a known key with other parameters, as the simulator does', async () => {
  const open = (amount: number) =>
    all.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          { quantity: 1, price_data: { currency: 'eur', unit_amount: amount, product_data: { name: 'x' } } },
        ],
        success_url: 'http://localhost:1/success',
      },
      { idempotencyKey: 'one-key' },
    );
  await open(500);
  await expect(open(600)).rejects.toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });
});

describe('a card page after a lost response', () => {
  test('is the same page for an identical request', async () => {
    const input = cardInput();
    const lost = { kind: 'fail', provider: 'stripe', path: sessions, when: 'after', mode: 'disconnect' } as const;
    await all.sim.addFault({ ...lost, times: 3, scope: { metadata: { pago_id: input.paymentId } } });
    await expect(createCardSession(input)).rejects.toThrow();
    const [first, second] = [await createCardSession(input), await createCardSession(input)];
    expect(second.id).toBe(first.id);
  });

  test.each([
    ['in another language', { locale: 'en' as const, name: 'Arcane Forge' }],
    ['after the coupon was removed from the address', { cancelUrl: 'http://localhost:1/checkout?cupon=' }],
    ['with another mail address', { email: 'ana@hotmail.com' }],
  ])('is another page for a request %s', { tags: 'nightly' }, async (_what, change) => {
    const input = cardInput();
    const lost = { kind: 'fail', provider: 'stripe', path: sessions, when: 'after', mode: 'disconnect' } as const;
    await all.sim.addFault({ ...lost, times: 3, scope: { metadata: { pago_id: input.paymentId } } });
    await expect(createCardSession(input)).rejects.toThrow();
    expect(await createCardSession({ ...input, ...change })).toMatchObject({ status: 'open' });
  });
});

test.each([
  ['opened by another request at the same time can be opened later', 409, 'rejected'],
  ['refused by Stripe is closed', 500, 'fulfilled'],
])('a card page %s', async (_what, status, outcome) => {
  const input = pageOrder();
  const scope = { metadata: { pago_id: input.paymentId } };
  await all.sim.addFault({ kind: 'fail', provider: 'stripe', path: sessions, times: 2, status, scope });
  const [opened] = await Promise.allSettled([openCardPage(input)]);
  expect(opened.status).toBe(outcome);
  if (opened.status === 'fulfilled') expect(opened.value).toMatchObject({ ended: 'fallido' });
});

test('a PayPal order after a lost response is the same for an identical request, and new in another language', async () => {
  const input = orderInput();
  const first = await createPayPalOrder(input);
  expect((await createPayPalOrder(input)).id).toBe(first.id);
  expect((await createPayPalOrder({ ...input, locale: 'en' })).id).not.toBe(first.id);
});

describe('the checkout page of the Club', () => {
  const priced = async (unit_amount: number) => {
    const product_data = { name: 'Club de UnStore' };
    const recurring = { interval: 'month' as const };
    return (await all.stripe.prices.create({ currency: 'eur', unit_amount, recurring, product_data })).id;
  };
  const wish = async () => ({
    userId: crypto.randomUUID(),
    email: 'ana@gmail.com',
    plan: 'monthly' as const,
    price: await priced(390),
    locale: 'es' as 'es' | 'en',
    siteUrl: 'http://localhost:1',
    expiresAt: new Date(Date.now() + 60 * 60 * 1000),
    pageId: crypto.randomUUID(),
  });

  test('is one page per request, and another one for another mail address', async () => {
    const input = await wish();
    const first = await createClubSession(input);
    expect((await createClubSession(input)).id).toBe(first.id);
    expect((await createClubSession({ ...input, email: 'ana@hotmail.com' })).id).not.toBe(first.id);
    expect(await createClubSession({ ...input, price: await priced(450) })).toMatchObject({ amount_total: 450 });
  });
});

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isServerError } from '@/lib/payments/stripe/client';
import { closeCardPage, findCardPage, lookUpCard, openCardPage } from '@/lib/payments/stripe/pages';
import { stripeProvider } from '@/lib/payments/stripe/provider';
import { createCardSession } from '@/lib/payments/stripe/sessions';
import { cardInput, pageOrder, site } from './inputs.ts';
import {
  answer,
  api,
  closed,
  failed,
  invalid,
  missing,
  paid,
  refuse,
  session,
  slow,
  unclear,
} from './stripe-answers.ts';

const holdPayment = vi.hoisted(() => vi.fn());
vi.mock('@/lib/payments/hold', () => ({ holdPayment }));

beforeEach(() => {
  holdPayment.mockReset();
});

describe('a page to pay at', () => {
  test.each([
    ['everything', { description: 'Deluxe', onlyCard: true }],
    ['neither a description nor an address', { description: null, email: undefined }],
  ])('has its amount, texts and times, with %s', async (_what, change) => {
    const input = cardInput({ locale: 'en', expiresAt: new Date(1_800_000_000_999), ...change });
    answer('create', { id: 'cs_1' });
    await createCardSession(input);
    const { description, email } = input;
    expect(api.create.mock.calls).toEqual([
      [
        {
          mode: 'payment',
          ...(input.onlyCard ? { allowed_payment_method_types: ['card'] } : {}),
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: 'eur',
                unit_amount: 999,
                product_data: { name: 'Fragua Arcana', ...(description ? { description } : {}) },
              },
            },
          ],
          client_reference_id: 'user-1',
          ...(email ? { customer_email: email } : {}),
          metadata: { pago_id: input.paymentId },
          payment_intent_data: { metadata: { pago_id: input.paymentId } },
          locale: 'en',
          expires_at: 1_800_000_000,
          success_url: `${site}/success?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${site}/checkout`,
        },
        { idempotencyKey: expect.stringMatching(new RegExp(`^pago:${input.paymentId}:\\w{32}$`)) },
      ],
    ]);
  });

  test('leads back to the shop with its session', async () => {
    answer('create', { id: 'cs_1', url: 'https://pay' });
    expect(await openCardPage(pageOrder())).toEqual({ reference: 'cs_1', url: 'https://pay' });
    expect(api.create.mock.calls[0]?.[0]).toMatchObject({
      success_url: `${site}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${site}/checkout`,
    });
  });

  test('that is too late is expired, and one that Stripe failed to make has failed', async () => {
    refuse('create', invalid({ param: 'expires_at' }));
    expect(await openCardPage(pageOrder())).toEqual({ ended: 'caducado', error: null });
    const error = failed(500);
    refuse('create', error);
    expect(await openCardPage(pageOrder())).toEqual({ ended: 'fallido', error });
  });

  test.each([invalid({ param: 'line_items' }), failed(409), ...unclear.filter((error) => !isServerError(error))])(
    'may be opened again after the error $constructor.name',
    async (problem) => {
      refuse('create', problem);
      await expect(openCardPage(pageOrder())).rejects.toBe(problem);
    },
  );

  test.each<[string, object | null, unknown]>([
    ['that is open is found', session({ status: 'open', url: 'https://pay' }), { url: 'https://pay' }],
    ['that is open without an address is none', session({ status: 'open', payment_status: 'unpaid' }), null],
    ['whose money is on its way is pending', slow, 'pending'],
    ['that is paid reports the payment', session({ url: 'https://pay' }), paid],
    ['that has expired is closed', session({ status: 'expired', payment_status: 'unpaid' }), closed('caducado')],
    ['that Stripe does not know is none', null, null],
  ])('%s', async (_what, found, page) => {
    if (found) answer('retrieve', found);
    else refuse('retrieve', missing);
    expect(await findCardPage({ reference: 'cs_1' })).toEqual(page);
    expect(api.retrieve.mock.calls).toEqual([['cs_1', { expand: ['payment_intent'] }]]);
  });

  test('is closed, or reports the payment that was faster', async () => {
    answer('expire', session({ status: 'expired', payment_status: 'unpaid' }));
    expect(await closeCardPage('cs_1')).toEqual(closed('caducado'));
    refuse('expire', invalid());
    answer('retrieve', slow);
    expect(await closeCardPage('cs_1')).toBe('pending');
    refuse('retrieve', missing);
    expect(await closeCardPage('cs_1')).toBeNull();
    const problem = new Error('not of Stripe');
    refuse('expire', problem);
    await expect(closeCardPage('cs_1')).rejects.toBe(problem);
  });

  test.each<[string, object, unknown, boolean]>([
    ['open', session({ status: 'open', payment_status: 'unpaid' }), 'unpaid', false],
    ['on its way', slow, 'processing', true],
    ['paid', session(), paid, false],
    ['failed at the bank', { ...slow, payment_intent: { status: 'canceled' } }, closed('fallido'), false],
    ['of the Club', session({ mode: 'subscription' }), 'processing', false],
  ])('that is %s holds its goods only while its money is on its way', async (_what, found, answered, holds) => {
    answer('retrieve', found);
    expect(await lookUpCard('cs_1')).toEqual(answered);
    expect(holdPayment.mock.calls).toEqual(holds ? [['stripe', 'cs_1']] : []);
  });

  test('is unknown only if Stripe says so', async () => {
    refuse('retrieve', missing);
    expect(await lookUpCard('cs_1')).toBe('unknown');
    for (const problem of [...unclear, invalid()]) {
      refuse('retrieve', problem);
      await expect(lookUpCard('cs_1')).rejects.toBe(problem);
    }
  });
});

test('a health check of Stripe asks once for little, within its patience', async () => {
  answer('events', { data: [] });
  expect(await stripeProvider.ping(4_000)).toBe(true);
  expect(api.events.mock.calls).toEqual([[{ limit: 1 }, { maxNetworkRetries: 0, timeout: 4_000 }]]);
});

test('Stripe forgets no payment, and names it by its session', () => {
  const { parameter, schema } = stripeProvider.reference;
  expect([parameter, stripeProvider.forgetsAfterMs]).toEqual(['session_id', null]);
  const accepted = (id: string) => schema.safeParse(id).success;
  const ofLength = (length: number) => `cs_${'a'.repeat(length)}`;
  expect([7, 8, 200, 201].map((length) => accepted(ofLength(length)))).toEqual([false, true, true, false]);
  expect(['cs_test_a1B2', 'x cs_test_a1B2', 'cs_test_a1-2', 'pi_test_a1B2'].map(accepted)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fail, succeed } from '@/lib/core/action/result';
import { stubEnvironment } from '../environment.ts';
import { orderInput, pageOrder, site } from './inputs.ts';
import {
  answers,
  asked,
  calls,
  capture,
  euros,
  orderOf,
  paid,
  payment,
  read,
  refused,
  unclear,
} from './paypal-answers.ts';

stubEnvironment();
const [callRpc, holdPayment, recordApprovals] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn()]);
vi.mock('@/lib/payments/paypal/client', async (original) => {
  const { callPayPal } = await import('./paypal-answers.ts');
  return { ...(await original<object>()), callPayPal };
});
vi.mock('@/lib/payments/paypal/approvals', () => ({ recordApprovals }));
vi.mock('@/lib/payments/hold', () => ({ holdPayment }));
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => ({}) }));
vi.mock('@/lib/core/action/rpc', async (original) => ({ ...(await original<object>()), callRpc }));
const { log } = await import('@/lib/core/log');
const { lookUpPayPal } = await import('@/lib/payments/paypal/look-up');
const orders = await import('@/lib/payments/paypal/orders');
const { findPayPalPage, openPayPalPage } = await import('@/lib/payments/paypal/pages');
const { payPalProvider } = await import('@/lib/payments/paypal/provider');

beforeEach(() => {
  for (const mock of [callRpc, holdPayment, recordApprovals]) mock.mockReset();
  vi.spyOn(log, 'warn').mockImplementation(() => undefined);
});

const charge = 'POST /v2/checkout/orders/ORDER1/capture';

describe('an order', () => {
  test.each([
    ['es', 'es-ES'],
    ['en', 'en-GB'],
  ] as const)('has its amount, texts and addresses in %s', async (locale, written) => {
    const input = orderInput({ totalCents: 120_005, name: 'x'.repeat(128), locale });
    answers['POST /v2/checkout/orders'] = { id: 'ORDER1', status: 'CREATED' };
    expect(await orders.createPayPalOrder(input)).toMatchObject({ id: 'ORDER1' });
    expect(calls()).toEqual([
      {
        method: 'POST',
        path: '/v2/checkout/orders',
        requestId: expect.stringMatching(new RegExp(`^pago:${input.paymentId}:\\w{32}$`)),
        body: {
          intent: 'CAPTURE',
          purchase_units: [
            {
              reference_id: input.paymentId,
              custom_id: input.paymentId,
              description: 'x'.repeat(127),
              amount: euros('1200.05'),
            },
          ],
          payment_source: {
            paypal: {
              experience_context: {
                brand_name: 'UnStore',
                locale: written,
                shipping_preference: 'NO_SHIPPING',
                user_action: 'PAY_NOW',
                return_url: `${site}/paypal-success`,
                cancel_url: `${site}/checkout`,
              },
            },
          },
        },
      },
    ]);
  });

  test.each<[string[] | undefined, string | null]>([
    [['self', 'payer-action'], 'payer-action'],
    [['self', 'approve'], 'approve'],
    [['self', 'capture'], null],
    [undefined, null],
  ])('with the links %o is approved at the link %s', (rels, page) => {
    const links = rels?.map((rel) => ({ rel, href: rel }));
    expect(orders.approvalUrl({ id: 'ORDER1', status: 'CREATED', links })).toBe(page);
  });

  test('is unknown only if PayPal says so, and read by an id that cannot leave its path', async () => {
    expect(await orders.findPayPalOrder('a/../b?c')).toBeNull();
    expect(asked()).toEqual(['GET /v2/checkout/orders/a%2F..%2Fb%3Fc']);
    for (const problem of [...unclear, refused(403), Object.assign(new Error('not of PayPal'), { status: 404 })]) {
      answers[read] = problem;
      await expect(orders.findPayPalOrder('ORDER1')).rejects.toBe(problem);
    }
  });

  test.each([
    [0, 'captura:ORDER1'],
    [1, 'captura:ORDER1:1'],
    [2, 'captura:ORDER1:2'],
  ])('declined %i times is charged with a key of its own', async (declines, requestId) => {
    answers[charge] = orderOf('COMPLETED');
    expect(await orders.capturePayPalOrder('ORDER1', declines)).toMatchObject({ status: 'COMPLETED' });
    expect(calls()).toEqual([{ method: 'POST', path: '/v2/checkout/orders/ORDER1/capture', requestId, body: {} }]);
  });

  test.each([
    [422, 'INSTRUMENT_DECLINED', 'declined'],
    [422, 'PAYER_CANNOT_PAY', 'declined'],
    [422, 'ORDER_NOT_APPROVED', 'not_approved'],
  ])('whose charge is refused with %i %s is %s', async (status, issue, outcome) => {
    Object.assign(answers, { [charge]: refused(status, issue), [read]: orderOf('COMPLETED') });
    expect(await orders.capturePayPalOrder('ORDER1')).toBe(outcome);
    expect(asked()).toEqual([charge]);
  });

  test.each([refused(422, 'ORDER_ALREADY_CAPTURED'), ...unclear.slice(0, -1)])(
    'after the answer “$message” to its charge counts as it is at PayPal',
    async (problem) => {
      Object.assign(answers, { [charge]: problem, [read]: orderOf('COMPLETED') });
      expect(await orders.capturePayPalOrder('ORDER1')).toMatchObject({ status: 'COMPLETED' });
      for (const state of [orderOf('APPROVED'), undefined]) {
        answers[read] = state;
        await expect(orders.capturePayPalOrder('ORDER1')).rejects.toBe(problem);
      }
    },
  );

  test.each([refused(400), refused(403), new Error('not of PayPal')])(
    'is not charged twice after the answer “$message”',
    async (problem) => {
      Object.assign(answers, { [charge]: problem, [read]: orderOf('COMPLETED') });
      await expect(orders.capturePayPalOrder('ORDER1')).rejects.toBe(problem);
      expect(asked()).toEqual([charge]);
    },
  );
});

describe('a polled order', () => {
  const allow = (rechazos = 0) =>
    callRpc.mockImplementationOnce(async (_client, _name, _given, _refusals, schema) =>
      succeed(schema.parse({ rechazos })),
    );

  test.each([
    ['CREATED', 'unpaid'],
    ['PAYER_ACTION_REQUIRED', 'unpaid'],
    ['VOIDED', { ...payment, kind: 'closed', state: 'caducado', paymentId: null }],
    ['COMPLETED', paid],
  ])('that is %s is not charged', async (status, answer) => {
    answers[read] = orderOf(status);
    expect(await lookUpPayPal('ORDER1')).toEqual(answer);
    expect([asked(), callRpc.mock.calls, holdPayment.mock.calls]).toEqual([[read], [], []]);
  });

  test('that PayPal does not know is unknown', async () => expect(await lookUpPayPal('ORDER1')).toBe('unknown'));

  test('under review holds its goods', async () => {
    answers[read] = orderOf('COMPLETED', { payments: { captures: [{ ...capture, status: 'PENDING' }] } });
    expect(await lookUpPayPal('ORDER1')).toBe('processing');
    expect(holdPayment.mock.calls).toEqual([['paypal', 'ORDER1']]);
  });

  test.each([
    [999, 'EUR', euros('9.99')],
    [-1, 'USD', { currency_code: 'USD', value: '9,99' }],
    [-1, '', undefined],
  ])('approved over %i cents in «%s» is charged only if the shop permits it', async (cents, currency, amount) => {
    Object.assign(answers, { [read]: orderOf('APPROVED', { amount }), [charge]: orderOf('COMPLETED') });
    allow();
    expect(await lookUpPayPal('ORDER1')).toEqual(paid);
    expect(callRpc.mock.calls.map(([, name, given]) => [name, given])).toEqual([
      [
        'motivo_no_cobro',
        { p_proveedor: 'paypal', p_referencia: 'ORDER1', p_importe_centimos: cents, p_moneda: currency },
      ],
    ]);
  });

  test.each([
    ['pago_no_existe', 'unknown'],
    ['importe_no_coincide', 'review'],
    ['cobro_rechazado', 'declined'],
    ['caducado', { ...payment, kind: 'closed', state: 'caducado', paymentId: null }],
    ['sin_stock', { ...payment, kind: 'closed', state: 'caducado', paymentId: null }],
  ])('that must not be charged because of %s is not', async (code, answer) => {
    Object.assign(answers, { [read]: orderOf('APPROVED', {}), [charge]: orderOf('COMPLETED') });
    callRpc.mockResolvedValue(fail(code));
    expect(await lookUpPayPal('ORDER1')).toEqual(answer);
    expect([asked(), recordApprovals.mock.calls]).toEqual([[read], []]);
  });

  test.each([
    [true, paid, [read, charge]],
    [false, 'declined', [read]],
  ])('declined before is charged again only after a new approval: %s', async (isApproved, answer, made) => {
    Object.assign(answers, { [read]: orderOf('APPROVED', {}), [charge]: orderOf('COMPLETED') });
    const desde = '2026-11-01T10:00:00.000Z';
    callRpc.mockResolvedValueOnce(fail('cobro_rechazado', { details: { desde } }));
    allow(1);
    recordApprovals.mockResolvedValue(isApproved);
    expect(await lookUpPayPal('ORDER1')).toEqual(answer);
    expect(recordApprovals.mock.calls).toEqual([['ORDER1', new Date(desde)]]);
    expect(asked()).toEqual(made);
  });

  test('has failed with the number of its declines, and stays unpaid without an approval', async () => {
    Object.assign(answers, { [read]: orderOf('APPROVED', {}), [charge]: refused(422, 'INSTRUMENT_DECLINED') });
    allow(2);
    const failed = { ...payment, kind: 'closed', state: 'fallido', paymentId: null, declines: 2 };
    expect(await lookUpPayPal('ORDER1')).toEqual(failed);
    expect(calls().at(-1)).toMatchObject({ requestId: 'captura:ORDER1:2' });
    answers[charge] = refused(422, 'ORDER_NOT_APPROVED');
    allow(2);
    expect(await lookUpPayPal('ORDER1')).toBe('unpaid');
  });
});

describe('the page of an order', () => {
  const links = [{ rel: 'approve', href: 'https://paypal.example/approve' }];
  const find = () => findPayPalPage({ id: 'pago-1', reference: 'ORDER1' });

  test('leads back to the shop', async () => {
    answers['POST /v2/checkout/orders'] = { id: 'ORDER1', status: 'CREATED', links };
    expect(await openPayPalPage(pageOrder())).toEqual({ reference: 'ORDER1', url: links[0]?.href });
    const context = calls()[0]?.body.payment_source.paypal.experience_context;
    expect(context).toMatchObject({ return_url: `${site}/paypal-success`, cancel_url: `${site}/checkout` });
  });

  test('is found until the order is approved', async () => {
    answers[read] = { ...orderOf('PAYER_ACTION_REQUIRED', {}), links };
    expect(await find()).toEqual({ url: links[0]?.href });
    Object.assign(answers, { [read]: { ...orderOf('APPROVED', {}), links }, [charge]: orderOf('COMPLETED') });
    callRpc.mockResolvedValue(succeed({ rechazos: 0 }));
    expect(await find()).toEqual(paid);
  });

  test.each<[string, unknown, unknown]>([
    [
      'that PayPal has deleted is closed',
      undefined,
      { ...payment, kind: 'closed', state: 'caducado', paymentId: 'pago-1' },
    ],
    ['that is not linked is none', orderOf('CREATED', {}), null],
    ['of an order under review is pending', orderOf('COMPLETED', {}), 'pending'],
    ['of a paid order reports the payment', orderOf('COMPLETED'), paid],
  ])('%s', async (_what, order, end) => {
    answers[read] = order;
    expect(await find()).toEqual(end);
  });

  test('that the shop closes is closed without a call', async () => {
    const end = { ...payment, kind: 'closed', state: 'caducado', paymentId: null };
    expect(await payPalProvider.closePage('ORDER1')).toEqual(end);
    expect(asked()).toEqual([]);
  });
});

test.each([
  ['answers', {}, true],
  ['knows no such order', refused(404), true],
  ['refuses the shop', refused(401), true],
  ['has a fault', refused(503), false],
  ['does not answer', refused(0), false],
  ['is not reached', new Error('no network'), false],
])('a health check of PayPal while it %s', async (_what, answer, isUp) => {
  answers['GET /v2/checkout/orders/0HEALTH0CHECK0000'] = answer;
  expect(await payPalProvider.ping(1)).toBe(isUp);
});

test('PayPal forgets what nobody approved after six hours, and is named by its order', () => {
  expect(payPalProvider.forgetsAfterMs).toBe(6 * 3_600_000);
  expect(payPalProvider.reference.parameter).toBe('order_id');
  expect(payPalProvider.isOwnError(refused(0))).toBe(true);
  const { schema } = payPalProvider.reference;
  const accepted = (length: number) => schema.safeParse('A'.repeat(length)).success;
  expect([9, 10, 36, 37].map(accepted)).toEqual([false, true, true, false]);
  expect(
    ['5O190127TN364715T', '5o190127tn364715t', '-5O190127TN3', '5O190127TN3-'].map(
      (id) => schema.safeParse(id).success,
    ),
  ).toEqual([true, false, false, false]);
});

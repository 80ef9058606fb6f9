import { describe, expect, it } from 'vitest';
import { keys, orderBody, paypalFor } from '../src/testing.ts';
import { openEverything } from './open.ts';

const all = await openEverything();
const paypal = await paypalFor(all.url);

const orders = '/v2/checkout/orders';
const create = async (overrides: object = {}) => (await paypal('POST', orders, orderBody(overrides))).body.id as string;
const capture = (id: string, headers: Record<string, string> = {}) =>
  paypal('POST', `${orders}/${id}/capture`, {}, headers);
async function captured(overrides: object = {}) {
  const id = await create(overrides);
  await all.sim.paypal.approve(id);
  const { body } = await capture(id);
  return { id, capture: body.purchase_units[0].payments.captures[0].id as string };
}
const types = async (id: string) => (await all.sim.events({ id })).map((event) => event.type);

describe('access tokens', () => {
  it('are issued for the correct secret only, and required', async () => {
    const wrong = await fetch(`${all.url}/v1/oauth2/token`, {
      method: 'POST',
      body: 'grant_type=client_credentials',
      headers: { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` },
    });
    expect([wrong.status, await wrong.json()]).toEqual([
      401,
      { error: 'invalid_client', error_description: 'Client Authentication failed' },
    ]);
    expect((await paypal('GET', `${orders}/X`, undefined, { authorization: 'Bearer nonsense' })).body.error).toBe(
      'invalid_token',
    );
    expect((await paypal('GET', `${orders}/X`, undefined, { authorization: '' })).body.name).toBe(
      'AUTHENTICATION_FAILURE',
    );
  });
});

describe('an order', () => {
  it('is created, approved, captured, and verified by its webhooks', async () => {
    const made = await paypal('POST', orders, orderBody());
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ id: expect.stringMatching(/^[0-9A-Z]{17}$/), status: 'CREATED' });
    expect(made.body.links.find((link: { rel: string }) => link.rel === 'approve').href).toBe(
      `${all.url}/checkoutnow?token=${made.body.id}`,
    );
    const early = await capture(made.body.id);
    expect([early.status, early.body.name, early.body.details[0].issue]).toEqual([
      422,
      'UNPROCESSABLE_ENTITY',
      'ORDER_NOT_APPROVED',
    ]);
    await all.sim.paypal.approve(made.body.id);
    const done = await capture(made.body.id);
    expect(done.status).toBe(201);
    expect(done.body).toMatchObject({
      status: 'COMPLETED',
      payer: { email_address: 'compradora@paypal.example' },
      purchase_units: [
        {
          reference_id: 'pago-1',
          payments: {
            captures: [{ status: 'COMPLETED', amount: { currency_code: 'EUR', value: '13.33' }, custom_id: 'pago-1' }],
          },
        },
      ],
    });
    const { payer, payment_source, purchase_units } = (await paypal('GET', `${orders}/${made.body.id}`)).body;
    const accounts = [payer.payer_id, payment_source.paypal.account_id, purchase_units[0].payee.merchant_id];
    for (const account of accounts) expect(account).toMatch(/^[2-9A-HJ-NP-Z]{13}$/);
    const again = await capture(made.body.id);
    expect([again.status, again.body.details[0].issue]).toEqual([422, 'ORDER_ALREADY_CAPTURED']);
    const shown = await paypal('GET', `${orders}/${made.body.id}`);
    expect(shown.body).toMatchObject({
      status: 'COMPLETED',
      intent: 'CAPTURE',
      purchase_units: [{ custom_id: 'pago-1', amount: { value: '13.33' } }],
    });

    await all.sim.idle({ id: made.body.id });
    const webhooks = all.shop.received.filter(
      (webhook) => webhook.path === '/paypal' && webhook.text.includes(made.body.id),
    );
    expect(webhooks.map((webhook) => webhook.body.event_type).sort()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
    ]);
    for (const { headers, body } of webhooks) {
      const verification = {
        auth_algo: headers['paypal-auth-algo'],
        cert_url: headers['paypal-cert-url'],
        transmission_id: headers['paypal-transmission-id'],
        transmission_sig: headers['paypal-transmission-sig'],
        transmission_time: headers['paypal-transmission-time'],
        webhook_id: keys.paypalWebhookId,
        webhook_event: body,
      };
      const verify = (change: object) =>
        paypal('POST', '/v1/notifications/verify-webhook-signature', { ...verification, ...change });
      expect((await verify({})).body).toEqual({ verification_status: 'SUCCESS' });
      expect((await verify({ webhook_event: { ...body, summary: 'forged' } })).body.verification_status).toBe(
        'FAILURE',
      );
      expect((await verify({ webhook_id: 'WH-OTHER' })).body.verification_status).toBe('FAILURE');
    }
  });

  it('is idempotent by PayPal-Request-Id on creation and capture', async () => {
    const headers = { 'paypal-request-id': 'pago-9' };
    const first = await paypal('POST', orders, orderBody(), headers);
    const second = await paypal('POST', orders, orderBody(), headers);
    expect([first.status, second.status, second.body.id]).toEqual([201, 200, first.body.id]);
    await all.sim.paypal.approve(first.body.id);
    const captures = await Promise.all(
      [1, 2, 3].map(() => capture(first.body.id, { 'paypal-request-id': 'capture-9' })),
    );
    expect(captures.map((answer) => answer.status).sort()).toEqual([200, 200, 201]);
    expect(new Set(captures.map((answer) => answer.body.purchase_units[0].payments.captures[0].id)).size).toBe(1);
  });

  it('with payment_source requires a request id and has a payer-action link', async () => {
    const { intent, purchase_units, application_context } = orderBody();
    const body = {
      intent,
      purchase_units,
      payment_source: {
        paypal: {
          experience_context: {
            return_url: application_context.return_url,
            cancel_url: application_context.cancel_url,
          },
        },
      },
    };
    expect((await paypal('POST', orders, body)).body.details[0].issue).toBe('PAYPAL_REQUEST_ID_REQUIRED');
    const made = await paypal('POST', orders, body, { 'paypal-request-id': 'pago-10' });
    expect(made.body.status).toBe('PAYER_ACTION_REQUIRED');
    expect(made.body.links.map((link: { rel: string }) => link.rel)).toContain('payer-action');
  });

  it('can be declined on capture, and then paid by another method', async () => {
    const id = await create();
    await all.sim.paypal.approve(id, { funding: 'declined' });
    const refused = await capture(id, { 'paypal-request-id': 'capture-declined' });
    expect([refused.status, refused.body.details[0].issue]).toEqual([422, 'INSTRUMENT_DECLINED']);
    await all.sim.paypal.approve(id, { funding: 'balance' });
    const repeated = await capture(id, { 'paypal-request-id': 'capture-declined' });
    expect([repeated.status, repeated.body.details]).toEqual([422, refused.body.details]);
    expect((await capture(id, { 'paypal-request-id': 'capture-again' })).body.status).toBe('COMPLETED');
    expect((await types(id)).filter((type) => type === 'CHECKOUT.ORDER.APPROVED')).toHaveLength(2);
  });

  it('can be pending, and be denied or completed later', async () => {
    const outcomes = { completed: 'PAYMENT.CAPTURE.COMPLETED', denied: 'PAYMENT.CAPTURE.DENIED' } as const;
    for (const [outcome, type] of Object.entries(outcomes)) {
      const id = await create();
      await all.sim.paypal.approve(id, { funding: 'pending' });
      expect((await capture(id)).body.purchase_units[0].payments.captures[0]).toMatchObject({
        status: 'PENDING',
        status_details: { reason: 'PENDING_REVIEW' },
      });
      await all.sim.paypal.settle(id, outcome as keyof typeof outcomes);
      expect((await types(id)).slice(1)).toEqual(['PAYMENT.CAPTURE.PENDING', type]);
    }
  });

  it('is missing after its expiry', async () => {
    const id = await create();
    await all.sim.paypal.expire(id);
    const gone = await paypal('GET', `${orders}/${id}`);
    expect([gone.status, gone.body.name, gone.body.details[0].issue]).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
      'INVALID_RESOURCE_ID',
    ]);
  });

  it.each([
    ['no amount', { amount: undefined }, 400, 'MISSING_REQUIRED_PARAMETER'],
    ['an unknown currency', { amount: { currency_code: 'XXX', value: '1.00' } }, 400, 'INVALID_CURRENCY_CODE'],
    ['a comma', { amount: { currency_code: 'EUR', value: '1,00' } }, 400, 'INVALID_PARAMETER_SYNTAX'],
    ['three decimals', { amount: { currency_code: 'EUR', value: '1.001' } }, 422, 'DECIMAL_PRECISION'],
    ['zero', { amount: { currency_code: 'EUR', value: '0.00' } }, 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    [
      'a breakdown with a wrong sum',
      {
        amount: {
          currency_code: 'EUR',
          value: '10.80',
          breakdown: { item_total: { currency_code: 'EUR', value: '10.00' } },
        },
      },
      422,
      'AMOUNT_MISMATCH',
    ],
    [
      'items with a wrong sum',
      {
        amount: {
          currency_code: 'EUR',
          value: '10.00',
          breakdown: { item_total: { currency_code: 'EUR', value: '10.00' } },
        },
        items: [{ name: 'a', quantity: '1', unit_amount: { currency_code: 'EUR', value: '9.00' } }],
      },
      422,
      'ITEM_TOTAL_MISMATCH',
    ],
  ])('is refused with %s', async (_name, overrides, status, issue) => {
    const answer = await paypal('POST', orders, orderBody(overrides));
    expect([answer.status, answer.body.details[0].issue]).toEqual([status, issue]);
    expect(answer.body.debug_id).toBe(answer.headers.get('paypal-debug-id'));
  });

  it('is refused with a used invoice id', async () => {
    await captured({ invoice_id: 'F-1' });
    const id = await create({ invoice_id: 'F-1' });
    await all.sim.paypal.approve(id);
    expect((await capture(id)).body.details[0].issue).toBe('DUPLICATE_INVOICE_ID');
  });
});

describe('a capture', () => {
  it('is refunded in parts until nothing is left', async () => {
    const { id, capture: captureId } = await captured();
    const refund = (value?: string, currency_code = 'EUR') =>
      paypal('POST', `/v2/payments/captures/${captureId}/refund`, value ? { amount: { currency_code, value } } : {}, {
        prefer: 'return=representation',
      });
    const part = await refund('3.33');
    expect(part.body).toMatchObject({
      status: 'COMPLETED',
      amount: { value: '3.33' },
      custom_id: 'pago-1',
      seller_payable_breakdown: { total_refunded_amount: { value: '3.33' } },
    });
    expect((await paypal('GET', `/v2/payments/captures/${captureId}`)).body).toMatchObject({
      status: 'PARTIALLY_REFUNDED',
      supplementary_data: { related_ids: { order_id: id } },
    });
    expect((await refund('10.01')).body.details[0].issue).toBe('REFUND_AMOUNT_EXCEEDED');
    expect((await refund('1.00', 'USD')).body.details[0].issue).toBe('REFUND_CAPTURE_CURRENCY_MISMATCH');
    expect((await refund()).body.amount.value).toBe('10.00');
    expect((await refund()).body.details[0].issue).toBe('CAPTURE_FULLY_REFUNDED');
    expect((await paypal('GET', `/v2/payments/refunds/${part.body.id}`)).body.amount.value).toBe('3.33');
    expect((await types(id)).filter((type) => type === 'PAYMENT.CAPTURE.REFUNDED')).toHaveLength(2);
  });

  it('can be reversed by PayPal', async () => {
    const { id } = await captured();
    await all.sim.paypal.reverse(id);
    const [event] = await all.sim.events({ id, type: 'PAYMENT.CAPTURE.REVERSED' });
    expect(event?.body).toMatchObject({
      resource_type: 'refund',
      resource: { amount: { value: '13.33' }, links: expect.arrayContaining([expect.objectContaining({ rel: 'up' })]) },
    });
  });
});

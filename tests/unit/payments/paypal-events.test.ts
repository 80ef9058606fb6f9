import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';
import { answers, asked, calls, orderOf, paid, read, refused, unclear } from './paypal-answers.ts';

stubEnvironment();
vi.mock('@/lib/payments/paypal/client', async (original) => {
  const { callPayPal } = await import('./paypal-answers.ts');
  return { ...(await original<object>()), callPayPal };
});
const { listPayPalEvents } = await import('@/lib/payments/paypal/event-list');
const { readPayPalEvent } = await import('@/lib/payments/paypal/events');
const { hasPayPalSent, payPalEventsSince, readPayPalWebhook } = await import('@/lib/payments/paypal/webhook');

describe('an event', () => {
  const news = (event_type: string, resource: Record<string, unknown>) =>
    readPayPalEvent({ id: 'WH-1', event_type, resource });
  const related = { supplementary_data: { related_ids: { order_id: 'ORDER1' } } };

  test.each([
    ['CHECKOUT.ORDER.APPROVED', { id: 'ORDER1' }],
    ['PAYMENT.CAPTURE.COMPLETED', related],
    ['PAYMENT.CAPTURE.DECLINED', related],
    ['PAYMENT.CAPTURE.DENIED', related],
    ['PAYMENT.CAPTURE.PENDING', related],
  ])('%s reports its order as it is now', async (type, resource) => {
    answers[read] = orderOf('COMPLETED');
    expect(await news(type, resource)).toEqual(paid);
    answers[read] = orderOf('CREATED');
    expect(await news(type, resource)).toBeNull();
  });

  test.each([{}, { supplementary_data: {} }, { supplementary_data: { related_ids: {} } }])(
    'of a capture without an order is ignored: %o',
    async (resource) => {
      expect(await news('PAYMENT.CAPTURE.COMPLETED', resource)).toBeNull();
      expect(asked()).toEqual([]);
    },
  );

  const up = { rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/CAP1' };
  test.each([
    ['PAYMENT.CAPTURE.REFUNDED', 'CAP1', [{ rel: 'self', href: 'https://x/captures/CAP2' }, up]],
    ['PAYMENT.CAPTURE.REVERSED', 'REF1', undefined],
    ['PAYMENT.CAPTURE.REVERSED', 'REF1', [{ rel: 'up', href: 'https://api.paypal.com/v2/checkout/orders/ORDER1' }]],
    ['PAYMENT.REFUND.COMPLETED', 'CAP1', [up]],
    ['PAYMENT.REFUND.PENDING', 'CAP1', [up]],
    ['PAYMENT.REFUND.FAILED', 'CAP1', [up]],
    ['PAYMENT.REFUND.CANCELLED', 'CAP1', [up]],
  ])('%s is about the capture %s', async (type, captureId, links) => {
    expect(await news(type, { id: 'REF1', links })).toBeNull();
    expect(asked()).toEqual([`GET /v2/payments/captures/${captureId}`]);
  });

  test.each(['CREATED', 'UPDATED', 'RESOLVED'])('CUSTOMER.DISPUTE.%s is about its dispute', async (change) => {
    answers['GET /v1/customer/disputes/PP-1'] = refused(403);
    expect(await news(`CUSTOMER.DISPUTE.${change}`, { dispute_id: 'PP-1' })).toBeNull();
    expect(asked()).toEqual(['GET /v1/customer/disputes/PP-1']);
  });

  const withdrawalId = crypto.randomUUID();
  test.each([
    'PAYOUTSBATCH.PROCESSING',
    'PAYOUTSBATCH.SUCCESS',
    'PAYOUTSBATCH.DENIED',
    'PAYOUTS-ITEM.SUCCEEDED',
    'PAYOUTS-ITEM.FAILED',
    'PAYOUTS-ITEM.RETURNED',
    'PAYOUTS-ITEM.BLOCKED',
    'PAYOUTS-ITEM.DENIED',
    'PAYOUTS-ITEM.CANCELED',
    'PAYOUTS-ITEM.REFUNDED',
    'PAYOUTS-ITEM.UNCLAIMED',
    'PAYOUTS-ITEM.HELD',
  ])('PAYMENT.%s is about its withdrawal', async (type) => {
    const resource = { payout_batch_id: 'B1', payout_item: { sender_item_id: withdrawalId } };
    expect(await news(`PAYMENT.${type}`, resource)).toEqual({ kind: 'payout', withdrawalId, batchId: 'B1' });
  });

  test('of another kind is ignored', async () => {
    expect(await news('CHECKOUT.ORDER.COMPLETED', { id: 'ORDER1', ...related })).toBeNull();
    expect(asked()).toEqual([]);
  });

  const create_time = '2026-11-01T10:00:00+01:00';
  const sent = { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', create_time, resource: related };
  const transmission = {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    'paypal-transmission-id': 'id-1',
    'paypal-transmission-sig': 'c2ln',
    'paypal-transmission-time': '2026-11-01T10:00:00Z',
  };
  const verification = 'POST /v1/notifications/verify-webhook-signature';

  test('is verified by PayPal for the webhook of the shop, and read afterwards', async () => {
    Object.assign(answers, { [verification]: { verification_status: 'SUCCESS' }, [read]: orderOf('COMPLETED') });
    const event = await readPayPalWebhook(JSON.stringify(sent), new Headers(transmission));
    if (typeof event === 'string') throw new Error(event);
    expect(calls()).toEqual([
      {
        method: 'POST',
        path: '/v1/notifications/verify-webhook-signature',
        body: {
          auth_algo: 'SHA256withRSA',
          cert_url: 'https://api.paypal.com/v1/notifications/certs/CERT-1',
          transmission_id: 'id-1',
          transmission_sig: 'c2ln',
          transmission_time: '2026-11-01T10:00:00Z',
          webhook_id: 'not-a-real-key',
          webhook_event: sent,
        },
      },
    ]);
    expect(event).toMatchObject({ id: 'WH-1', type: sent.event_type, payload: sent, subscription: null });
    expect(await event.read()).toEqual(paid);
    answers[verification] = { verification_status: 'FAILURE' };
    expect(await readPayPalWebhook(JSON.stringify(sent), new Headers(transmission))).toBe('firma_no_valida');
  });

  test.each([
    ['a list as its body', '[]', {}],
    ['no type', '{"id":"WH-1","resource":{}}', {}],
    ['a certificate of a site that ends like PayPal’s', null, { 'paypal-cert-url': 'https://evilpaypal.com/CERT-1' }],
    ['an id of 51 characters', null, { 'paypal-transmission-id': 'x'.repeat(51) }],
    ['an algorithm of 101 characters', null, { 'paypal-auth-algo': 'x'.repeat(101) }],
    ['a certificate of 501 characters', null, { 'paypal-cert-url': `https://api.paypal.com/${'x'.repeat(478)}` }],
  ])('with %s is forged without a call', async (_what, body, change) => {
    const headers = new Headers({ ...transmission, ...change });
    expect(await readPayPalWebhook(body ?? JSON.stringify(sent), headers)).toBe('firma_no_valida');
    expect(asked()).toEqual([]);
  });

  test('with the longest headers and a time of another zone is verified', async () => {
    answers[verification] = { verification_status: 'SUCCESS' };
    const longest = {
      'paypal-transmission-id': 'x'.repeat(50),
      'paypal-auth-algo': 'x'.repeat(100),
      'paypal-transmission-sig': 'x'.repeat(500),
      'paypal-cert-url': `https://api.paypal.com/${'x'.repeat(477)}`,
      'paypal-transmission-time': '2026-11-01T10:00:00+01:00',
    };
    const headers = new Headers({ ...transmission, ...longest });
    expect(await readPayPalWebhook(JSON.stringify(sent), headers)).toMatchObject({ id: 'WH-1' });
  });

  const stored = 'GET /v1/notifications/webhooks-events/WH-1';
  test.each([
    ['its own', sent, true],
    ['another one', { ...sent, id: 'WH-2' }, false],
    ['something else', { id: 'WH-1' }, false],
    ['nothing', undefined, false],
    ['a refusal', refused(403), false],
  ])('is PayPal’s own if PayPal answers with %s', async (_what, answer, isOwn) => {
    answers[stored] = answer;
    expect(await hasPayPalSent('WH-1')).toBe(isOwn);
  });

  test('is not forged while PayPal does not answer', async () => {
    for (const problem of unclear) {
      answers[stored] = problem;
      await expect(hasPayPalSent('WH-1')).rejects.toBe(problem);
    }
  });

  test.each(['', 'WH-', 'evt_1', 'x WH-1', 'WH-1/../WH-2', 'WH-1?x', 'WH-1 '])(
    'with the id «%s» causes no call',
    async (id) => {
      expect(await hasPayPalSent(id)).toBe(false);
      expect(asked()).toEqual([]);
    },
  );
});

describe('the list of events', () => {
  const since = new Date('2026-11-01T10:00:00Z');
  const pages = async <Page>(list: AsyncIterable<Page[]>) => {
    const all: Page[][] = [];
    for await (const page of list) all.push(page);
    return all;
  };
  const next = { rel: 'next', href: 'https://api.paypal.com/v1/notifications/webhooks-events?next_page_token=t' };
  const self = { rel: 'self', href: 'https://api.paypal.com/v1/notifications/webhooks-events' };
  const second = 'GET /v1/notifications/webhooks-events?next_page_token=t';
  const event = { id: 'WH-1', event_type: 'X', resource: {} };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-02T10:00:00Z') });
    return () => void vi.useRealTimers();
  });
  const first =
    'GET /v1/notifications/webhooks-events?start_time=2026-11-01T10%3A00%3A00.000Z&end_time=2026-11-02T10%3A00%3A00.000Z&page_size=100';

  test('has all from a time until now, or those of a type', async () => {
    Object.assign(answers, { [first]: { events: [event], links: [self] }, [`${first}&event_type=X`]: {} });
    expect(await pages(listPayPalEvents(since))).toEqual([[event]]);
    expect(await pages(listPayPalEvents(since, 'X'))).toEqual([[]]);
  });

  test('is followed to its next page, until a page is empty', async () => {
    Object.assign(answers, {
      [first]: { events: [event], links: [self, next] },
      [second]: { events: [], links: [next] },
    });
    expect(await pages(listPayPalEvents(since))).toEqual([[event], []]);
  });

  test('has events to be read, without those of an unknown form', async () => {
    answers[first] = { events: [{ id: 'WH-0' }, 'WH-1', event] };
    const [listed] = await pages(payPalEventsSince(since));
    expect(listed).toMatchObject([{ id: 'WH-1', type: 'X', payload: event }]);
  });
});

import { describe, expect, test } from 'vitest';
import { sessionEvent } from '@/lib/payments/stripe/session-event';

type Facts = Parameters<typeof sessionEvent>[0];

const paid: Facts = {
  id: 'cs_test_1',
  mode: 'payment',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 1234,
  currency: 'eur',
  metadata: { pago_id: 'pago-1' },
};
const payment = { provider: 'stripe', reference: 'cs_test_1', paymentId: 'pago-1' };

describe('a Checkout Session', () => {
  test('that is paid reports its amount', () => {
    expect(sessionEvent(paid)).toEqual({ ...payment, kind: 'paid', amountCents: 1234, currency: 'eur' });
  });
  test('that has expired closes its payment', () => {
    const expired = sessionEvent({ ...paid, status: 'expired', payment_status: 'unpaid' });
    expect(expired).toEqual({ ...payment, kind: 'closed', state: 'caducado' });
  });
  test.each([
    ['is open', { status: 'open', payment_status: 'unpaid' }],
    ['is pending at the bank', { status: 'complete', payment_status: 'unpaid' }],
    ['is a subscription', { mode: 'subscription' }],
    ['belongs to no payment', { metadata: {} }],
    ['has no metadata', { metadata: null }],
  ] as const)('that %s is ignored', (_title, change) => {
    expect(sessionEvent({ ...paid, ...change } as Facts)).toBeNull();
  });
  test('without an amount is never a payment of zero', () => {
    expect(sessionEvent({ ...paid, amount_total: null, currency: null })).toMatchObject({
      amountCents: 0,
      currency: '',
    });
  });
});

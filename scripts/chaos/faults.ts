import type { FaultInput } from '@unstore/payment-simulator';
import type { Random } from '@unstore/processes';

export type Provider = 'stripe' | 'paypal';

/** Faults of one purchase, in addition to kills. */
export type PlannedFaults = {
  /** Fails the shop's next call that opens a payment page. The affected purchase depends on timing. */
  opening: FaultInput | null;
  /** Fails a later call for this purchase. */
  later: FaultInput | null;
  /** Fault of this purchase's webhook. */
  news: FaultInput | null;
};

type Call = { method: 'GET' | 'POST'; path: string };

const openings: Record<Provider, Call> = {
  stripe: { method: 'POST', path: '/v1/checkout/sessions' },
  paypal: { method: 'POST', path: '/v2/checkout/orders' },
};

const laters: Record<Provider, Call[]> = {
  stripe: [{ method: 'GET', path: '/v1/checkout/sessions/*' }],
  paypal: [
    { method: 'GET', path: '/v2/checkout/orders/*' },
    { method: 'POST', path: '/v2/checkout/orders/*/capture' },
    { method: 'POST', path: '/v1/notifications/verify-webhook-signature' },
  ],
};

/** An error, a timeout or a lost response, before or after the operation takes effect. */
function failure(random: Random, provider: Provider, call: Call): FaultInput {
  return {
    kind: 'fail',
    provider,
    ...call,
    when: random.pick(['before', 'after']),
    mode: random.pick(['error', 'error', 'timeout', 'disconnect']),
    status: random.pick([500, 502, 503]),
    holdMs: random.int(500, 4000),
    times: random.int(1, 2),
  };
}

/** Events that report a payment. */
const paymentEvents: Record<Provider, string[]> = {
  stripe: ['checkout.session.completed'],
  paypal: ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED'],
};

const newsKinds = { none: 40, drop: 20, duplicate: 15, delay: 15, reorder: 10 };

function news(random: Random, provider: Provider): FaultInput | null {
  const kind = random.weighted(newsKinds);
  const which = { events: paymentEvents[provider], times: paymentEvents[provider].length };
  if (kind === 'drop') return { kind, ...which };
  if (kind === 'duplicate') return { kind, ...which, copies: random.int(2, 4) };
  if (kind === 'delay') return { kind, ...which, delayMs: random.int(100, 8000) };
  if (kind === 'reorder') return { kind, times: 2, holdMs: random.int(500, 5000) };
  return null;
}

export const planFaults = (random: Random, provider: Provider): PlannedFaults => ({
  opening: random.chance(15) ? failure(random, provider, openings[provider]) : null,
  later: random.chance(25) ? failure(random, provider, random.pick(laters[provider])) : null,
  news: news(random, provider),
});

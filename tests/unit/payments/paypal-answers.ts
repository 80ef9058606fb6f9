import { beforeEach, vi } from 'vitest';

// In place of `callPayPal`, so that PayPal can give every answer, also those that are rare or malformed.
const { PayPalError } =
  await vi.importActual<typeof import('@/lib/payments/paypal/client')>('@/lib/payments/paypal/client');

// biome-ignore lint/suspicious/noExplicitAny: the tests read bodies and forms field by field
type Call = { method: string; path: string; requestId?: string; patienceMs?: number; body?: any; form?: any };

/** The answers of PayPal by method and path, for one test; it knows nothing else. */
export const answers: Record<string, unknown> = {};

export const refused = (status: number, issue = 'X', href?: string) => new PayPalError(status, issue, href);

export const callPayPal = vi.fn<(call: Call) => Promise<unknown>>();

/** The calls so far. */
export const calls = () => callPayPal.mock.calls.map(([call]) => call);

/** Their methods and paths. */
export const asked = () => calls().map(({ method, path }) => `${method} ${path}`);

beforeEach(() => {
  for (const call of Object.keys(answers)) delete answers[call];
  callPayPal.mockReset().mockImplementation(async ({ method, path }) => {
    const answer = answers[`${method} ${path}`] ?? refused(404, 'RESOURCE_NOT_FOUND');
    if (answer instanceof Error) throw answer;
    return answer;
  });
});

/**
 * Errors with an unknown outcome: no answer, an expired token, a time-out, an earlier call in progress, too many calls, a
 * fault of PayPal, and one of the shop.
 */
export const unclear = [
  refused(0, 'timeout'),
  ...[401, 408, 409, 429, 500].map((status) => refused(status)),
  new Error('out of memory'),
];

export const euros = (value: string) => ({ currency_code: 'EUR', value });

export const capture = { id: 'CAP1', status: 'COMPLETED', amount: euros('9.99') };

/** An order of 9.99 euros that is captured, unless its unit is another one. */
export const orderOf = (status: string, unit: object = { payments: { captures: [capture] } }) => ({
  id: 'ORDER1',
  status,
  purchase_units: [{ custom_id: 'pago-1', amount: euros('9.99'), ...unit }],
});
export const read = 'GET /v2/checkout/orders/ORDER1';

export const payment = { provider: 'paypal', reference: 'ORDER1' };
export const paid = { ...payment, kind: 'paid', paymentId: 'pago-1', amountCents: 999, currency: 'EUR' };

import Stripe from 'stripe';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isMissing, isRefusedParameter, isServerError, isStripeError, stripe } from '@/lib/payments/stripe/client';
import { stubEnvironment } from '../environment.ts';
import { startProvider, watchCalls } from './provider-server.ts';

const provider = await startProvider();
stubEnvironment();
vi.stubEnv('STRIPE_API_URL', provider.url);
const watched = watchCalls();

/** The address of a client in a shop with another setting. */
async function addressWith(url: string | undefined) {
  vi.resetModules();
  const { env } = await import('@/lib/core/env');
  env().STRIPE_API_URL = url;
  const { stripe: other } = await import('@/lib/payments/stripe/client');
  const client = other() as Stripe & { getApiField: (name: string) => unknown };
  return ['protocol', 'host', 'port'].map((name) => client.getApiField(name));
}
const addresses = [
  ['no address', ['https', 'api.stripe.com', '443'], await addressWith(undefined)],
  ['an address on this machine', ['http', 'localhost', '12111'], await addressWith('http://localhost:12111')],
  ['an address of its own', ['https', 'stripe.example', '8443'], await addressWith('https://stripe.example:8443')],
] as const;

test.each(addresses)('with %s the shop calls %o', (_what, expected, found) => expect(found).toEqual(expected));

beforeEach(() => {
  provider.received.length = 0;
  watched.length = 0;
});

describe('a call of Stripe', () => {
  const refund = () =>
    stripe()
      .refunds.create({ payment_intent: 'pi_1' }, { idempotencyKey: 'reembolso:1' })
      .catch(() => null);
  const work = { kind: 'provider', provider: 'stripe', call: 'POST /v1/refunds' };

  test.each([
    [200, ['ok']],
    [399, ['ok']],
    [400, ['refused']],
    [404, ['refused']],
    [499, ['refused']],
    [500, ['failed', 'failed']],
  ])('answered with %i is counted as %o, each attempt by itself', async (status, outcomes) => {
    provider.answer = { status, text: '{"object":"refund"}' };
    await refund();
    expect(watched).toEqual(outcomes.map((outcome) => [work, outcome]));
  });

  test('is repeated once, with its key, and reports no use of the library', async () => {
    provider.answer = { status: 200, text: '{}' };
    await refund();
    provider.received.length = 0;
    provider.answer = { status: 500, text: '{}' };
    await refund();
    const sent = provider.received.map(({ call, headers }) => [
      call,
      headers['idempotency-key'],
      headers['x-stripe-client-telemetry'],
    ]);
    const once = ['POST /v1/refunds', 'reembolso:1', undefined];
    expect(sent).toEqual([once, once]);
  });
});

const errors = Stripe.errors;
const raw = (change: object = {}) => ({ message: 'x', type: 'invalid_request_error' as const, ...change });
const problems = {
  missing: new errors.StripeInvalidRequestError(raw({ code: 'resource_missing' })),
  refused: new errors.StripeInvalidRequestError(raw({ code: 'parameter_invalid', param: 'expires_at' })),
  'in use': new errors.StripeAPIError(raw({ type: 'api_error', statusCode: 409 })),
  failed: new errors.StripeAPIError(raw({ type: 'api_error', statusCode: 500 })),
  broken: new errors.StripeAPIError(raw({ type: 'api_error' })),
  'not reached': new errors.StripeConnectionError(
    raw({ type: 'api_error', code: 'resource_missing', param: 'expires_at' }),
  ),
  foreign: Object.assign(new Error('x'), { code: 'resource_missing', param: 'expires_at', statusCode: 500 }),
};

test.each([
  ['of Stripe', isStripeError, ['missing', 'refused', 'in use', 'failed', 'broken', 'not reached']],
  ['that an object does not exist', isMissing, ['missing']],
  ['about a parameter', (error: unknown) => isRefusedParameter(error, 'expires_at'), ['refused']],
  ['about another parameter', (error: unknown) => isRefusedParameter(error, 'amount'), []],
  ['with an unknown outcome at Stripe', isServerError, ['failed', 'broken']],
])('an error %s is known by its class, not by its fields', (_what, is, those) => {
  expect(Object.entries(problems).flatMap(([name, problem]) => (is(problem) ? [name] : []))).toEqual(those);
});

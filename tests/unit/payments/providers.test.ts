import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type PageProvider, pageMethodNames, pageMethods, pageProviders } from '@/lib/payments/methods';
import { pageOrder } from './inputs.ts';
import { openSimulator } from './simulator.ts';

await openSimulator();
const { pageProvider } = await import('@/lib/payments/providers');

/** Opens a page as the checkout does, for a payment of its own. */
async function open(provider: PageProvider) {
  const order = pageOrder();
  const page = await pageProvider[provider].openPage(order);
  if ('ended' in page) throw new Error(`${provider} opened no page`);
  return { ...page, id: order.paymentId };
}

describe.each(pageProviders)('%s', (provider) => {
  const { openPage: _, ...calls } = pageProvider[provider];

  test('finds its open page again, without a payment', async () => {
    const { id, reference, url } = await open(provider);
    expect(calls.reference.schema.safeParse(reference).success).toBe(true);
    expect(url).toMatch(/^http/);
    expect(await calls.findPage({ id, reference })).toEqual({ url });
    expect(await calls.lookUp(reference)).toBe('unpaid');
    expect(await calls.findReversals(reference)).toBeNull();
  });

  test('closes the payment of a closed page', async () => {
    const { reference } = await open(provider);
    const end = { kind: 'closed', state: 'caducado', provider, reference };
    expect(await calls.closePage(reference)).toMatchObject(end);
  });

  test('ignores foreign payments', async () => {
    const reference = provider === 'stripe' ? 'cs_test_0000000000' : '0000000000000';
    expect(await calls.lookUp(reference)).toBe('unknown');
    expect(await calls.findReversals(reference)).toBeNull();
    expect(await calls.refund(reference, { id: crypto.randomUUID(), cents: 1 })).toHaveProperty('refused');
  });

  test.each(['', '../v1/events', 'a/b', 'x?y=z', '%2e%2e'])('rejects the reference «%s»', (text) => {
    expect(calls.reference.schema.safeParse(text).success).toBe(false);
  });

  test('rejects webhooks with a foreign signature', async () => {
    expect(await calls.readWebhook('{}', new Headers())).toBe('firma_no_valida');
    expect(await calls.readWebhook('not JSON', new Headers())).toBe('firma_no_valida');
  });

  test('responds to a ping, and classifies only its own errors', async () => {
    expect(await calls.ping(4_000)).toBe(true);
    expect(calls.isOwnError(new Error('something else'))).toBe(false);
  });
});

test('every method has a provider, and every provider one method', () => {
  expect(pageMethodNames.map((method) => pageMethods[method].provider)).toEqual(pageProviders);
  expect(new Set(pageProviders).size).toBe(pageProviders.length);
});

/**
 * Code that selects a provider or its method by name. Everything else goes through `methods.ts` and `providers.ts`, so
 * that adding a method needs no search.
 */
const naming = {
  'the addresses for buyers and providers': [
    'app/api/create-checkout-session/route.ts',
    'app/api/create-order/route.ts',
    'app/api/verificar-pago/route.ts',
    'app/api/verificar-paypal/route.ts',
    'app/api/webhooks/paypal/route.ts',
    'app/api/webhooks/stripe/route.ts',
    'components/orders/end/paypal-success.tsx',
    'components/orders/end/success.tsx',
  ],
  'a question of visitors': ['app/[locale]/(shop)/support/page.tsx'],
  'the method of a sale, for modules below the payments': [
    'lib/api/operations/money.ts',
    'lib/api/schemas.ts',
    'lib/creators/sales/server.ts',
    'lib/creators/sales/types.ts',
    'lib/hooks/schema.ts',
  ],
  'the earnings of a sale by each method': ['lib/pricing/earnings.ts'],
  'a fact of a case, not a method': ['lib/admin/cases.ts'],
  'the responses to a dispute at each provider': [
    'components/admin/dispute-files.tsx',
    'components/admin/dispute-view.tsx',
  ],
  'the quote before a method is chosen': [
    'components/checkout/pay-form-client.tsx',
    'lib/checkout/action.ts',
    'lib/checkout/schema.ts',
    'lib/checkout/server.ts',
  ],
};

test('a method is named only in its folder, the registry and the listed files', () => {
  const files = globSync('{app,components,lib}/**/*.{ts,tsx}').filter(
    (file) => !/^lib\/payments\/(stripe|paypal)\//.test(file),
  );
  const named = files.filter((file) => /(?<!from )['"](stripe|paypal|tarjeta)['"]/.test(readFileSync(file, 'utf8')));
  expect(named.sort()).toEqual(Object.values(naming).flat().sort());
});

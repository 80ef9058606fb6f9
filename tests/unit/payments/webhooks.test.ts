import { checkout, orderBody, paypalFor, type Received } from '@unstore/payment-simulator/testing';
import { describe, expect, test } from 'vitest';
import { openSimulator } from './simulator.ts';

const all = await openSimulator();
const { pageProvider } = await import('@/lib/payments/providers');
const paypal = await paypalFor(all.url);

/** Something paid at a provider: its reference, once the webhooks of it have been sent. */
const paid = {
  async stripe(): Promise<string> {
    const { id } = await all.stripe.checkout.sessions.create(checkout());
    await all.sim.stripe.pay(id);
    return id;
  },
  async paypal(): Promise<string> {
    const { body } = await paypal('POST', '/v2/checkout/orders', orderBody());
    await all.sim.paypal.approve(body.id);
    await paypal('POST', `/v2/checkout/orders/${body.id}/capture`, {});
    return body.id;
  },
};

async function receive(provider: 'stripe' | 'paypal'): Promise<Received> {
  const id = await paid[provider]();
  await all.sim.idle({ id });
  const received = all.shop.received.find(({ path, text }) => path === `/${provider}` && text.includes(id));
  if (!received) throw new Error(`no webhook of ${provider}`);
  return received;
}

const headersOf = ({ headers }: Received, change: Record<string, string> = {}) =>
  new Headers({ ...(headers as Record<string, string>), ...change });

describe.each(['stripe', 'paypal'] as const)('a webhook of %s', (provider) => {
  test('is valid as signed, and invalid with a changed byte', async () => {
    const webhook = await receive(provider);
    const { readWebhook } = pageProvider[provider];
    expect(await readWebhook(webhook.text, headersOf(webhook))).toMatchObject({ id: webhook.body.id });
    const forged = JSON.stringify({ ...webhook.body, id: 'evt_forged' });
    expect(await readWebhook(forged, headersOf(webhook))).toBe('firma_no_valida');
  });

  test('is invalid with another signature, or without one', async () => {
    const [webhook, other] = [await receive(provider), await receive(provider)];
    const { readWebhook } = pageProvider[provider];
    const name = provider === 'stripe' ? 'stripe-signature' : 'paypal-transmission-sig';
    const theirs = { [name]: String(other.headers[name]) };
    expect(await readWebhook(webhook.text, headersOf(webhook, theirs))).toBe('firma_no_valida');
    expect(await readWebhook(webhook.text, new Headers())).toBe('firma_no_valida');
  });

  test('of a repeated refund order is one refund', async () => {
    const reference = await paid[provider]();
    const order = { id: crypto.randomUUID(), cents: 100 };
    const { refund } = pageProvider[provider];
    const [first, second] = [await refund(reference, order), await refund(reference, order)];
    expect(first).toMatchObject({ ownId: order.id, cents: 100 });
    expect(second).toMatchObject({ id: 'id' in first ? first.id : '' });
  });
});

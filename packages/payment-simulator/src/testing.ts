import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { simulator } from './client.ts';
import type { PaymentsOptions } from './context.ts';
import { startPayments } from './start.ts';

export const keys = {
  stripeSecretKey: 'sk_test_local_4242',
  stripeWebhookSecret: 'whsec_local',
  paypalClientId: 'local-client',
  paypalClientSecret: 'local-secret',
  paypalWebhookId: 'WH-LOCAL',
};

export type Received = {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: {
    id: string;
    type?: string;
    event_type?: string;
    data?: { object: Record<string, unknown> };
    resource?: Record<string, unknown>;
  };
};

/** Starts a webhook receiver that records each webhook and responds as the test sets. */
export async function startShop() {
  const received: Received[] = [];
  const shop = { received, status: 200, url: '', stop: async () => {} };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) });
      response.writeHead(shop.status).end(shop.status === 200 ? 'ok' : 'not now');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  shop.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  shop.stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return shop;
}

export function stripeFor(url: string, key = keys.stripeSecretKey): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

export async function startEverything(options: Partial<PaymentsOptions> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-'));
  const shop = await startShop();
  const shopWebhookUrls = { stripe: `${shop.url}/stripe`, paypal: `${shop.url}/paypal` };
  const payments = await startPayments({ port: 0, dataDir, shopWebhookUrls, ...keys, ...options });
  return {
    dataDir,
    shop,
    payments,
    url: payments.url,
    stripe: stripeFor(payments.url),
    sim: simulator(payments.url),
    stop: async () => {
      await payments.stop();
      await shop.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Everything = Awaited<ReturnType<typeof startEverything>>;

export function checkout(
  overrides: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency: 'eur', unit_amount: 1234, product_data: { name: 'Dungeon DLC' } } },
    ],
    success_url: 'http://127.0.0.1:9/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:9/checkout',
    metadata: { pago_id: 'pago-1' },
    payment_intent_data: { metadata: { pago_id: 'pago-1' } },
    client_reference_id: 'user-1',
    customer_email: 'ana@example.com',
    locale: 'es',
    ...overrides,
  };
}

export function clubCheckout(): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'eur',
          unit_amount: 390,
          recurring: { interval: 'month' },
          product_data: { name: 'Monthly plan' },
        },
      },
    ],
    success_url: 'http://127.0.0.1:9/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:9/club',
    subscription_data: { metadata: { user_id: 'user-1' } },
    customer_email: 'ana@example.com',
  };
}

/** A minimal PayPal REST client with its own token. */
export async function paypalFor(url: string) {
  const basic = Buffer.from(`${keys.paypalClientId}:${keys.paypalClientSecret}`).toString('base64');
  const answer = await fetch(`${url}/v1/oauth2/token`, {
    method: 'POST',
    body: 'grant_type=client_credentials',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    // biome-ignore lint/suspicious/noExplicitAny: the tests read provider documents field by field
  ): Promise<{ status: number; headers: Headers; body: any }> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
}
export type Paypal = Awaited<ReturnType<typeof paypalFor>>;

export function orderBody(overrides: object = {}) {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'pago-1',
        custom_id: 'pago-1',
        description: 'Dungeon DLC',
        amount: { currency_code: 'EUR', value: '13.33' },
        ...overrides,
      },
    ],
    application_context: {
      return_url: 'http://127.0.0.1:9/paypal-success',
      cancel_url: 'http://127.0.0.1:9/checkout',
      brand_name: 'Test shop',
      locale: 'es-ES',
      user_action: 'PAY_NOW',
    },
  };
}

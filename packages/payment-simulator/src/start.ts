import type { Context, PaymentsOptions, WebhookUrls } from './context.ts';
import { listen } from './http/server.ts';
import { processPayouts } from './paypal/payouts.ts';
import { setWebhookUrls } from './sim/outbox.ts';
import { Store } from './store/store.ts';
import { settleDueSlow } from './stripe/session-slow.ts';
import { expireOverdueSessions, requireSession } from './stripe/sessions.ts';
import { Deliverer } from './webhooks/deliver.ts';

type Payments = {
  /** Base URL of both providers and of the hosted pages. */
  url: string;
  /** Sets the address of the shop and sends pending events at once. */
  setWebhookUrls: (urls: WebhookUrls) => void;
  stop: () => Promise<void>;
};

/**
 * Starts the emulator of Stripe and PayPal on the loopback interface. State and undelivered webhooks are stored in
 * `dataDir` and survive `kill -9`.
 */
export async function startPayments(options: PaymentsOptions): Promise<Payments> {
  const secrets = [
    options.stripeSecretKey,
    options.stripeWebhookSecret,
    options.paypalClientId,
    options.paypalClientSecret,
    options.paypalWebhookId,
  ];
  if (secrets.some((secret) => !secret))
    throw new Error('The payment simulator needs every Stripe and PayPal key; one of them is empty.');
  const store = new Store(options.dataDir);
  const context = { options: { merchantName: 'Test shop', ...options }, store, url: '' } as Context;
  context.deliverer = new Deliverer(context, () => {
    expireOverdueSessions(context);
    settleDueSlow(context, (id) => requireSession(context, id));
    processPayouts(context);
  });
  const server = await listen(context).catch((error: unknown) => {
    store.close();
    throw error;
  });
  setWebhookUrls(context, options.shopWebhookUrls ?? {});
  return {
    url: context.url,
    setWebhookUrls: (urls) => setWebhookUrls(context, urls),
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await Promise.all([closed, context.deliverer.stop()]);
      store.close();
    },
  };
}

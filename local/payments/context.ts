import type { Store } from './store/store.ts';
import type { Deliverer } from './webhooks/deliver.ts';

export type Provider = 'stripe' | 'paypal';

export type WebhookUrls = { stripe?: string | undefined; paypal?: string | undefined };

export type PaymentsOptions = {
  /** Loopback port; 0 takes a free one. */
  port: number;
  /** Folder for the SQLite file that keeps every session, order, event and undelivered webhook. */
  dataDir: string;
  /** Where webhooks go. A provider without a URL keeps its events until one is set. */
  shopWebhookUrls?: WebhookUrls;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
  paypalClientId: string;
  paypalClientSecret: string;
  paypalWebhookId: string;
  /** Name of the shop on the hosted pages. */
  merchantName?: string;
};

export type Context = {
  options: PaymentsOptions & { merchantName: string };
  store: Store;
  deliverer: Deliverer;
  /** Own base URL, known once the server listens. */
  url: string;
};

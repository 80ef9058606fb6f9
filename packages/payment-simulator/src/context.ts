import type { Store } from './store/store.ts';

/** The simulated providers. */
export const providers = ['stripe', 'paypal'] as const;
export type Provider = (typeof providers)[number];

export type WebhookUrls = { stripe?: string | undefined; paypal?: string | undefined };

export type PaymentsOptions = {
  /** Loopback port; 0 takes a free one. */
  port: number;
  /** Folder of the SQLite file, which stores sessions, orders, events and undelivered webhooks. */
  dataDir: string;
  /** Webhook URLs. A provider without one keeps its events until it is set. */
  shopWebhookUrls?: WebhookUrls;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
  paypalClientId: string;
  paypalClientSecret: string;
  paypalWebhookId: string;
  /** Name of the shop on the hosted pages. */
  merchantName?: string;
};

/** Sends the webhooks of the outbox until each gets a 2xx response. */
export type WebhookDeliverer = {
  /** Checks the outbox again after the running transaction. */
  wake(delay?: number): void;
  /** Delivers due webhooks now, instead of in the next tick. */
  runNow(): void;
  isInFlight(id: number): boolean;
  onProgress(listener: () => void): () => void;
  webhookUrl(provider: Provider): string | undefined;
  stop(): Promise<void>;
};

export type Context = {
  options: PaymentsOptions & { merchantName: string };
  store: Store;
  deliverer: WebhookDeliverer;
  /** Own base URL, set when the server listens. */
  url: string;
};

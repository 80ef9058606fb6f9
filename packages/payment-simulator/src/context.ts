import type { Store } from './store/store.ts';

/** The providers that are simulated. */
export const providers = ['stripe', 'paypal'] as const;
export type Provider = (typeof providers)[number];

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

/** Sends the webhooks of the outbox until each is answered with 2xx. */
export type WebhookDeliverer = {
  /** Checks the outbox again after the running transaction. */
  wake(delay?: number): void;
  /** Delivers what is due at once, instead of at the next turn. */
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
  /** Own base URL, known once the server listens. */
  url: string;
};

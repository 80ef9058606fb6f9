import type { z } from 'zod';
import type { Locale } from '@/lib/core/i18n/locales';
import type { EvidenceKind } from './evidence-files';
import type { LookUp, PaymentEvent, RefundFact, ReversalEvent } from './types';

/** Input of a payment page. `cancelUrl`: the return address of a buyer who cancels. */
export type PageOrder = {
  paymentId: string;
  userId: string;
  email: string | undefined;
  totalCents: number;
  name: string;
  description: string | null;
  locale: Locale;
  expiresAt: Date;
  siteUrl: string;
  cancelUrl: string;
  /** True if only cards are accepted, as for UnCoins. */
  onlyCard: boolean;
};

/**
 * An opened page (`url` is null if there is nothing left to pay), or the end state of the payment if no page can be
 * opened; `error` is thrown after the state is recorded.
 */
export type OpenedPage =
  | { reference: string; url: string | null }
  | { ended: 'caducado' | 'fallido'; error: unknown | null };

/** Result of closing a page: the provider's event, `pending` while the payment is in progress, or null. */
export type PageEnd = PaymentEvent | 'pending' | null;

/** A payout changed at its provider. */
export type PayoutNews = { kind: 'payout'; withdrawalId: string; batchId: string | null };

/** A verified provider event. Its content is read when it is handled. */
export type ProviderEvent = {
  id: string;
  type: string;
  /** The whole event, for the record. */
  payload: object;
  /** The subscription of the event, and its invoice. */
  subscription: { id: string; invoice?: string } | null;
  /** The charge that was refunded or disputed; it may belong to a subscription. */
  movedCharge: string | null;
  /** Reads the event; null if it is not about a payment or payout of the shop, or not final. */
  read: () => Promise<PaymentEvent | PayoutNews | null>;
};

/**
 * Reasons to refuse a webhook: invalid signature, other API version, too many invalid ones from its sender, or
 * (`demasiados_a_la_vez`) too many at once, to be repeated in seconds.
 */
export type WebhookProblem = 'firma_no_valida' | 'version_no_valida' | 'demasiados_intentos' | 'demasiados_a_la_vez';

/** A file of a dispute answer. `id` is the same for each attempt, and ends with the extension of the file's type. */
export type EvidenceFile = {
  id: string;
  kind: EvidenceKind;
  note: string | null;
  type: string;
  /** @throws if storage does not answer */
  read: () => Promise<Uint8Array>;
};

/** A dispute answer. `log`: the downloads; `deliveredOn`: `YYYY-MM-DD`. */
export type Evidence = {
  text: string;
  product: string;
  log: string;
  deliveredOn: string | null;
  files: EvidenceFile[];
};

/** A provider with a payment page. All calls throw if the provider does not answer. */
export type PaymentProvider = {
  /** The parameter of a payment's reference in an address, and its schema; other texts never become part of a call. */
  reference: { parameter: string; schema: z.ZodType<string> };
  /** True if an error comes from this provider: no answer, or a refusal. */
  isOwnError: (error: unknown) => boolean;
  /** True if the provider answers within a number of milliseconds. */
  ping: (patienceMs: number) => Promise<boolean>;

  /** Opens a payment page. Idempotent for the same input. */
  openPage: (order: PageOrder) => Promise<OpenedPage>;
  /** The page that was opened before, if it can still be paid; otherwise its end state. */
  findPage: (payment: { id: string; reference: string }) => Promise<{ url: string } | PageEnd>;
  /** Closes a page, if the provider can. */
  closePage: (reference: string) => Promise<PageEnd>;

  /** Reads the state of a payment, and captures it if the provider requires that. */
  lookUp: (reference: string) => Promise<LookUp>;
  /** Milliseconds after which an unknown payment counts as never paid; null if it never does. */
  forgetsAfterMs: number | null;

  /** Refunds money. Idempotent per order. Returns the refund, or the provider's reason for a refusal. */
  refund: (reference: string, order: { id: string; cents: number }) => Promise<RefundFact | { refused: string }>;
  /** All refunds and disputes of a payment in their current state; null if nothing was charged. */
  findReversals: (reference: string) => Promise<ReversalEvent | null>;
  /** The payments whose disputes changed since a time; null if `missedEvents` includes them. */
  disputedSince: ((since: Date) => Promise<string[]>) | null;
  /** Sends the answer to a dispute. Idempotent. Returns the provider's reason for a refusal. */
  sendEvidence: (disputeId: string, evidence: Evidence) => Promise<'sent' | { refused: string }>;

  /** Verifies and reads a webhook, or returns the reason of the refusal. */
  readWebhook: (body: string, headers: Headers) => Promise<ProviderEvent | WebhookProblem>;
  /**
   * True if the provider has an event of this id, regardless of its signature. Texts that are not ids cause no call.
   */
  hasSent: (id: string) => Promise<boolean>;
  /**
   * Events since a time whose webhook did not arrive, page by page, newest first; null if the provider cannot list
   * them.
   */
  missedEvents: ((since: Date) => AsyncIterable<ProviderEvent[]>) | null;
  /** All events since a time, page by page, newest first; providers keep them for about thirty days. */
  eventsSince: (since: Date) => AsyncIterable<ProviderEvent[]>;
};

/** The state of a payout. `reason` is the provider's code of a failure. */
export type PayoutFound = {
  withdrawalId: string | null;
  state: 'paid' | 'failed' | 'waiting';
  /** Reason of a pending payout: unclaimed by its receiver, or under the provider's review. */
  wait: 'unclaimed' | 'held' | null;
  itemId: string | null;
  reason: string | null;
};

/** A provider that pays creators. */
export type PayoutService = {
  /** Sends money and returns the id of the batch. Idempotent. */
  send: (withdrawal: { id: string; email: string; cents: number }) => Promise<string>;
  find: (batchId: string) => Promise<PayoutFound>;
  /** The provider's reason for a final refusal; null if the outcome is unknown. */
  refusal: (error: unknown) => string | null;
};

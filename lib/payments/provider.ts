import type { z } from 'zod';
import type { Locale } from '@/lib/core/i18n/locales';
import type { LookUp, PaymentEvent, RefundFact, ReversalEvent } from './types';

/** What a provider's page is opened for. `cancelUrl` is where a buyer who turns back arrives. */
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
  /** Whether only a card may pay: UnCoins are topped up by card alone. */
  onlyCard: boolean;
};

/**
 * A page that was opened (`url` is null when there is nothing left to pay), or the state in which the payment ends
 * because no page can be opened for it; `error` is thrown once that is recorded.
 */
export type OpenedPage =
  | { reference: string; url: string | null }
  | { ended: 'caducado' | 'fallido'; error: unknown | null };

/** How a page ended: what its provider says, `pending` while the money is on its way, or null for nothing. */
export type PageEnd = PaymentEvent | 'pending' | null;

/** A payout to a creator has changed at its provider. */
export type PayoutNews = { kind: 'payout'; withdrawalId: string; batchId: string | null };

/** A verified event of a provider. What it says is read when it is handled. */
export type ProviderEvent = {
  id: string;
  type: string;
  /** The whole event, for the record. */
  payload: object;
  /** The subscription that it is about, and the invoice of it. */
  subscription: { id: string; invoice?: string } | null;
  /** The charge that was refunded or disputed; it may be one of a subscription. */
  movedCharge: string | null;
  /** What it says about a payment or a payout; null if it is not about one of ours, or not final. */
  read: () => Promise<PaymentEvent | PayoutNews | null>;
};

/**
 * Why a webhook is refused: its signature is wrong, it is written for another version of the API, its sender has sent too
 * many with a wrong signature, or (`demasiados_a_la_vez`) so many at once that it is to come again in some seconds.
 */
export type WebhookProblem = 'firma_no_valida' | 'version_no_valida' | 'demasiados_intentos' | 'demasiados_a_la_vez';

/** What the shop answers to a dispute. `log` are the downloads; `deliveredOn` is a day, `YYYY-MM-DD`. */
export type Evidence = { text: string; product: string; log: string; deliveredOn: string | null };

/** A provider with a page to pay at. All calls throw when the provider does not answer. */
export type PaymentProvider = {
  /** The parameter in which a browser names a payment, and its form: no other text becomes part of a call. */
  reference: { parameter: string; schema: z.ZodType<string> };
  /** Whether an error came from talking to this provider: no answer, or one that says no. */
  isOwnError: (error: unknown) => boolean;
  /** Whether the provider answers, within a time in milliseconds. */
  ping: (patienceMs: number) => Promise<boolean>;

  /** Opens a page to pay at. Repeating it word for word opens the same page. */
  openPage: (order: PageOrder) => Promise<OpenedPage>;
  /** The page that was opened before, if it can still be paid; otherwise how it ended. */
  findPage: (payment: { id: string; reference: string }) => Promise<{ url: string } | PageEnd>;
  /** Closes a page, if the provider can. */
  closePage: (reference: string) => Promise<PageEnd>;

  /** Asks for the state of a payment, and takes its money where the shop has to do that. */
  lookUp: (reference: string) => Promise<LookUp>;
  /** After how many milliseconds an unknown payment counts as never paid; null if it never does. */
  forgetsAfterMs: number | null;

  /** Gives money back. Safe to repeat with the same order. Answers the refund, or the provider's word for why not. */
  refund: (reference: string, order: { id: string; cents: number }) => Promise<RefundFact | { refused: string }>;
  /** Every refund and dispute of a payment in its current state; null when nothing was charged for it. */
  findReversals: (reference: string) => Promise<ReversalEvent | null>;
  /** The payments whose disputes changed since a moment; null if `missedEvents` covers that. */
  disputedSince: ((since: Date) => Promise<string[]>) | null;
  /** Sends the answer to a dispute, once. Safe to repeat. Answers the provider's word for why not. */
  sendEvidence: (disputeId: string, evidence: Evidence) => Promise<'sent' | { refused: string }>;

  /** The event in a webhook's raw body, or why it is refused. */
  readWebhook: (body: string, headers: Headers) => Promise<ProviderEvent | WebhookProblem>;
  /** Whether an event of this id is the provider's own, whatever its signature. Other texts than ids become no call. */
  hasSent: (id: string) => Promise<boolean>;
  /**
   * The events since a moment whose webhook did not arrive, page by page, newest first; null if the provider cannot list
   * them.
   */
  missedEvents: ((since: Date) => AsyncIterable<ProviderEvent[]>) | null;
  /** All events since a moment, page by page, newest first; the provider keeps them for about thirty days. */
  eventsSince: (since: Date) => AsyncIterable<ProviderEvent[]>;
};

/** The state of a payout at its provider. `reason` is the provider's own word for a failure. */
export type PayoutFound = {
  withdrawalId: string | null;
  state: 'paid' | 'failed' | 'waiting';
  /** What a payout that waits is waiting for: that its receiver claims it, or the provider's own check. */
  wait: 'unclaimed' | 'held' | null;
  itemId: string | null;
  reason: string | null;
};

/** A provider that sends money to creators. */
export type PayoutService = {
  /** Sends money, and answers the id of the batch: the same one when the call is repeated. */
  send: (withdrawal: { id: string; email: string; cents: number }) => Promise<string>;
  find: (batchId: string) => Promise<PayoutFound>;
  /** The provider's word for a final refusal; null when the error does not say whether the payout was made. */
  refusal: (error: unknown) => string | null;
};

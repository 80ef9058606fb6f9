import type { z } from 'zod';
import type { Locale } from '@/lib/core/i18n/locales';
import type { LookUp, PaymentEvent, RefundFact, ReversalEvent } from './types';

/** What a provider's page is opened for, in whose words, and where its buyer turns back to. */
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
};

/**
 * A page that was opened (without an address when there is nothing to pay any more), or how the payment ends because
 * it cannot be opened; `error` is thrown when that is told.
 */
export type OpenedPage =
  | { reference: string; url: string | null }
  | { ended: 'caducado' | 'fallido'; error: unknown | null };

/** What has become of a page: what its provider says, `pending` while the money is on its way, null for nothing. */
export type PageEnd = PaymentEvent | 'pending' | null;

/** A payout to a creator that a provider has news of. */
export type PayoutNews = { kind: 'payout'; withdrawalId: string; batchId: string | null };

/** An event of a provider, known to come from it. What it says is read when it is taken in. */
export type ProviderEvent = {
  id: string;
  type: string;
  /** All of it, to be kept. */
  payload: object;
  /** The subscription that it is about, and the invoice of it. */
  subscription: { id: string; invoice?: string } | null;
  /** The charge whose money went back or is disputed, which may be one of a subscription. */
  movedCharge: string | null;
  /** What it says about a payment or a payout; null for nothing that is final, or ours. */
  read: () => Promise<PaymentEvent | PayoutNews | null>;
};

/** Why a webhook is refused: nobody knows who sent it, or it is written for another version of the API. */
export type WebhookProblem = 'firma_no_valida' | 'version_no_valida';

/** Whoever takes the money of a payment at a page of their own. All calls throw when the provider does not answer. */
export type PaymentProvider = {
  /** How a browser that comes back names a payment: nothing else becomes a part of a call. */
  reference: { parameter: string; schema: z.ZodType<string> };
  /** Whether an error came from talking to this provider: no answer, or one that says no. */
  isOwnError: (error: unknown) => boolean;
  /** Whether the provider answers, within a time in milliseconds. */
  ping: (patienceMs: number) => Promise<boolean>;

  /** Opens a page to pay at. Repeating it word for word opens the same page. */
  openPage: (order: PageOrder) => Promise<OpenedPage>;
  /** The page that was opened before, while it can be paid; or what has become of it. */
  findPage: (payment: { id: string; reference: string }) => Promise<{ url: string } | PageEnd>;
  /** Closes a page that nobody shall pay any more, as far as the provider can. */
  closePage: (reference: string) => Promise<PageEnd>;

  /** Asks what has become of a payment, and takes its money where that is left to the shop. */
  lookUp: (reference: string) => Promise<LookUp>;
  /** After how many milliseconds a payment that the provider does not know (any more) was never paid; null for never. */
  forgetsAfterMs: number | null;

  /** Gives money back. Safe to repeat with the same order. Answers the refund, or the provider's word for why not. */
  refund: (reference: string, order: { id: string; cents: number }) => Promise<RefundFact | { refused: string }>;
  /** Every refund and dispute of a payment as it stands now; null when nothing was charged for it. */
  findReversals: (reference: string) => Promise<ReversalEvent | null>;
  /** The payments whose disputes were touched since a moment; null where the missed events tell of them. */
  disputedSince: ((since: Date) => Promise<string[]>) | null;

  /** The event in a webhook's raw body, or why it is refused. */
  readWebhook: (body: string, headers: Headers) => Promise<ProviderEvent | WebhookProblem>;
  /** The events since a moment whose webhook did not arrive, oldest first; null where the provider lists none. */
  missedEvents: ((since: Date) => Promise<ProviderEvent[]>) | null;
};

/** How a payout stands at its provider. `reason` is the provider's own word for a failure. */
export type PayoutFound = {
  withdrawalId: string | null;
  state: 'paid' | 'failed' | 'waiting';
  itemId: string | null;
  reason: string | null;
};

/** Whoever sends the creators their money. */
export type PayoutService = {
  /** Sends money; repeated with the same withdrawal it answers the same batch. Answers the id of the batch. */
  send: (withdrawal: { id: string; email: string; cents: number }) => Promise<string>;
  find: (batchId: string) => Promise<PayoutFound>;
  /** The provider's word for why it will never make a payout; null when an error leaves open whether it was made. */
  refusal: (error: unknown) => string | null;
};

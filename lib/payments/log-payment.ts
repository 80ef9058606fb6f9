import 'server-only';
import { log } from '@/lib/core/log';
import type { PaymentOutcome } from '@/lib/core/telemetry/observe';
import type { Provider } from './methods';

type PaymentLine = {
  /** The shop's payment id; null if only the provider's reference is known. */
  payment: string | null;
  provider: Provider;
  /** The provider's reference: a Stripe session or a PayPal order; null without a provider. */
  reference: string | null;
  /** The provider's event; undefined if the shop asked, or no provider is involved. */
  event?: string | undefined;
  outcome: PaymentOutcome | 'started';
  /** Reason of the database's refusal. */
  reason?: string;
};

/** Logs the outcome of a payment, so that it can be followed from its page to its end (docs/operations.md). */
export const logPayment = ({ event, ...line }: PaymentLine): void =>
  log.info({ ...line, ...(event && { event }) }, 'payment');

import 'server-only';
import { log } from '@/lib/core/log';
import type { PaymentOutcome } from '@/lib/core/telemetry/observe';
import type { Provider } from './methods';

type PaymentLine = {
  /** The shop's own id; null where only the provider's reference is known. */
  payment: string | null;
  provider: Provider;
  /** The provider's name for it: a session of Stripe, an order of PayPal; null where there is no provider. */
  reference: string | null;
  /** The provider's event that told it; none if the shop has asked, or if nobody was asked. */
  event?: string | undefined;
  outcome: PaymentOutcome | 'started';
  /** Why the database refused it. */
  reason?: string;
};

/** Writes down what became of a payment, so that it can be followed from its page to its end (docs/operations.md). */
export const logPayment = ({ event, ...line }: PaymentLine): void =>
  log.info({ ...line, ...(event && { event }) }, 'payment');

import 'server-only';
import { findPayPalReversals } from './paypal/reversals';
import { findCardReversals } from './stripe/reversals';
import type { Provider, ReversalEvent } from './types';

/**
 * Asks a provider what has gone back of a payment, or is held: every refund and dispute as it stands now. Null when
 * the provider knows no charge of it.
 *
 * @throws when the provider does not answer
 */
export async function findReversals(provider: Provider, reference: string): Promise<ReversalEvent | null> {
  switch (provider) {
    case 'stripe':
      return findCardReversals(reference);
    case 'paypal':
      return findPayPalReversals(reference);
    default:
      return null;
  }
}

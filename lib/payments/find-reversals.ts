import 'server-only';
import { findPayPalReversals } from './paypal/reversals';
import { findCardReversals } from './stripe/reversals';
import type { Provider, ReversalEvent } from './types';

/**
 * Asks a provider for every refund and dispute of a payment in its current state. Null if the provider knows no charge
 * for it.
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

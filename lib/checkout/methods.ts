import 'server-only';
import type { Result } from '@/lib/core/action/result';
import type { Refusal } from './refusals';
import { quotePurchase } from './server';
import type { Basket, PaymentMethod, Quote } from './types';

export type MethodQuotes = Partial<Record<PaymentMethod, Quote>>;

/**
 * The quote of every way in which a basket may be paid. A way that the database refuses (coins for a gift, anything
 * but the card for a pack of coins) is left out.
 */
export async function quoteMethods(basket: Basket, card: Quote): Promise<MethodQuotes> {
  const [paypal, uncoins]: Result<Quote, Refusal>[] = await Promise.all([
    quotePurchase(basket, 'paypal'),
    quotePurchase(basket, 'uncoins'),
  ]);
  return {
    tarjeta: card,
    ...(paypal?.ok ? { paypal: paypal.value } : {}),
    ...(uncoins?.ok ? { uncoins: uncoins.value } : {}),
  };
}

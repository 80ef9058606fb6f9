import 'server-only';
import type { Result } from '@/lib/core/action/result';
import type { Refusal } from './refusals';
import { quotePurchase } from './server';
import type { Basket, PaymentMethod, Quote } from './types';

export type MethodQuotes = Partial<Record<PaymentMethod, Quote>>;

/**
 * The quote of a basket for each payment method. Methods that the database refuses for it are left out (coins for a
 * gift, anything but the card for a pack of coins).
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

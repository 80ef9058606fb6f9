import 'server-only';
import { type OfferedMethod, offeredMethods } from '@/lib/payments/methods';
import { quotePurchase } from './server';
import type { Basket, Quote } from './types';

export type MethodQuotes = Partial<Record<OfferedMethod, Quote>>;

/**
 * The quote of a basket for each payment method. Methods that the database refuses for it are left out (coins for a
 * gift, anything but the card for a pack of coins).
 */
export async function quoteMethods(basket: Basket, card: Quote): Promise<MethodQuotes> {
  const others = offeredMethods.filter((method) => method !== 'tarjeta');
  const answers = await Promise.all(
    others.map(async (method) => ({ method, quote: await quotePurchase(basket, method) })),
  );
  const quotes: MethodQuotes = { tarjeta: card };
  for (const { method, quote } of answers) if (quote.ok) quotes[method] = quote.value;
  return quotes;
}

import { getTranslations } from 'next-intl/server';
import type { MethodQuotes } from '@/lib/checkout/methods';
import type { MethodOption } from './method-choice-client';

/**
 * The texts of each payment method.
 *
 * @param balance the buyer's coins
 */
export async function describeMethods(quotes: MethodQuotes, balance: number): Promise<MethodOption[]> {
  const t = await getTranslations('checkout');
  const options: MethodOption[] = [{ method: 'tarjeta', title: t('card'), text: t('cardText') }];
  const surcharge = quotes.paypal?.lines.find(({ concept }) => concept === 'recargo_paypal');
  if (quotes.paypal) {
    options.push({
      method: 'paypal',
      title: t('paypal'),
      text: t('paypalText', { percent: String(surcharge?.percent ?? 0) }),
    });
  }
  const cost = quotes.uncoins?.totalCents;
  if (cost !== undefined) {
    const isShort = cost > balance;
    options.push({
      method: 'uncoins',
      title: t('uncoins'),
      text: isShort
        ? t('uncoinsShort', { necesitas: cost, tienes: balance })
        : t('uncoinsText', { cost: t('coins', { count: cost }), balance: t('coins', { count: balance }) }),
      disabled: isShort,
    });
  }
  return options;
}

import { getTranslations } from 'next-intl/server';
import type { MethodQuotes } from '@/lib/checkout/quote-methods';
import type { Quote } from '@/lib/checkout/types';
import { type PageMethod, pageMethodNames, pageMethods } from '@/lib/payments/methods';
import type { MethodOption } from './method-choice-client';

async function describePage(method: PageMethod, quote: Quote): Promise<MethodOption> {
  const t = await getTranslations();
  const { icon, marks, choice, surcharge } = pageMethods[method];
  const added = quote.lines.find(({ concept }) => concept === surcharge);
  return {
    method,
    icon,
    marks,
    title: t(choice.title),
    text: t(choice.text, { percent: String(added?.percent ?? 0) }),
  };
}

async function describeCoins(cost: number, balance: number): Promise<MethodOption> {
  const t = await getTranslations('checkout');
  const isShort = cost > balance;
  return {
    method: 'uncoins',
    icon: 'coins',
    marks: [],
    title: t('uncoins'),
    text: isShort
      ? t('uncoinsShort', { necesitas: cost, tienes: balance })
      : t('uncoinsText', { cost: t('coins', { count: cost }), balance: t('coins', { count: balance }) }),
    disabled: isShort,
    ...(isShort ? { way: { href: '/profile/coins', label: t('recharge') } } : {}),
  };
}

/**
 * The texts of each payment method.
 *
 * @param balance the buyer's coins
 */
export async function describeMethods(quotes: MethodQuotes, balance: number): Promise<MethodOption[]> {
  const options = pageMethodNames.flatMap((method) => {
    const quote = quotes[method];
    return quote ? [describePage(method, quote)] : [];
  });
  if (quotes.uncoins) options.push(describeCoins(quotes.uncoins.totalCents, balance));
  return Promise.all(options);
}

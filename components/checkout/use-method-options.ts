import { useLocale, useTranslations } from 'next-intl';
import type { MethodQuotes } from '@/lib/checkout/types';
import { formatCents } from '@/lib/core/money';
import { pageMethodNames, pageMethods } from '@/lib/payments/methods';
import type { MethodOption } from './method-choice-client';

/**
 * Offered payment methods with their texts.
 *
 * @param balance the buyer's coins
 * @param coinCents price of a coin in the cheapest pack, in cents; null if none is sold
 */
export function useMethodOptions(quotes: MethodQuotes, balance: number, coinCents: number | null): MethodOption[] {
  const t = useTranslations();
  const locale = useLocale();
  const options = pageMethodNames.flatMap((method): MethodOption[] => {
    const quote = quotes[method];
    if (!quote) return [];
    const { icon, marks, choice, surcharge, minimumCents } = pageMethods[method];
    const isTooLittle = quote.totalCents > 0 && quote.totalCents < minimumCents;
    const added = quote.lines.find(({ concept }) => concept === surcharge);
    const text = isTooLittle
      ? t('checkout.tooLittle', { minimum: formatCents(minimumCents, locale) })
      : t(choice.text, { percent: String(added?.percent ?? 0) });
    return [{ method, icon, marks, title: t(choice.title), text, disabled: isTooLittle }];
  });
  const cost = quotes.uncoins?.totalCents;
  if (cost === undefined) return options;
  const isShort = cost > balance;
  const coins = (count: number) => t('checkout.coins', { count });
  const card = quotes.tarjeta?.totalCents;
  const worth =
    coinCents === null || card === undefined || card < pageMethods.tarjeta.minimumCents
      ? ''
      : ` ${t('checkout.uncoinsWorth', {
          cost: coins(cost),
          worth: formatCents(Math.ceil(cost * coinCents), locale),
          card: formatCents(card, locale),
        })}`;
  const text = isShort
    ? t('checkout.uncoinsShort', { necesitas: cost, tienes: balance })
    : t('checkout.uncoinsText', { cost: coins(cost), balance: coins(balance) });
  return [
    ...options,
    {
      method: 'uncoins',
      icon: 'coins',
      marks: [],
      title: t('checkout.uncoins'),
      text: text + worth,
      disabled: isShort,
      ...(isShort ? { way: { href: '/profile/coins', label: t('checkout.recharge') } } : {}),
    },
  ];
}

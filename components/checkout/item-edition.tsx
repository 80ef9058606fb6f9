import { useLocale, useTranslations } from 'next-intl';
import { upgradedFrom } from '@/lib/checkout/line-name';
import type { BasketItem, QuoteLine } from '@/lib/checkout/types';

type Props = { item: BasketItem; lines: QuoteLine[] | undefined };

/** The edition of an item, and the one that the buyer upgrades from. */
export function ItemEdition({ item, lines = [] }: Props) {
  const t = useTranslations('cart');
  const locale = useLocale();
  const name = item.edition ?? (item.hasEditions ? t('baseEdition') : null);
  if (!name) return null;
  const lower = upgradedFrom(lines, locale);
  return (
    <p className="text-sm font-medium wrap-anywhere">
      {lower ? t('upgrade', { from: lower, name }) : t('edition', { name })}
    </p>
  );
}

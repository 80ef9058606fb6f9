import { useLocale, useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { formatCents } from '@/lib/core/money';
import { clubPrice, discountPercent, displayPrice, type Price } from '@/lib/pricing';

/** A price as the shop shows it: GRATIS, or the amount with the old price, the discount and the Club's price. */
export function PriceTag({ price, large = false, club = true }: { price: Price; large?: boolean; club?: boolean }) {
  const t = useTranslations('product');
  const locale = useLocale();
  const amount = displayPrice(price);
  const discount = discountPercent(price);
  const size = large ? 'text-3xl' : 'text-lg';
  if (amount === 0) return <p className={classNames('font-display font-bold text-good', size)}>{t('free')}</p>;
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className={classNames('font-display font-bold', size)}>
          <span className="sr-only">{discount > 0 ? t('now', { price: '' }) : ''}</span>
          {formatCents(amount, locale)}
        </span>
        {discount > 0 && (
          <>
            <s className="text-sm text-muted">
              <span className="sr-only">{t('before', { price: '' })}</span>
              {formatCents(price.priceCents, locale)}
            </s>
            <span className="rounded-md bg-raised px-1.5 py-0.5 text-xs font-bold text-good">
              {t('offer', { percent: String(discount) })}
            </span>
          </>
        )}
      </p>
      {club && (
        <p className={classNames('font-semibold text-club', large ? 'mt-1 text-base' : 'text-xs')}>
          {t('clubPrice', { price: formatCents(clubPrice(price), locale) })}
        </p>
      )}
    </div>
  );
}

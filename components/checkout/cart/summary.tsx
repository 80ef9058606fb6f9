import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { PriceProof } from '@/components/checkout/price-proof';
import { classNames } from '@/components/ui/class-names';
import type { Quote } from '@/lib/checkout/types';
import { formatCents } from '@/lib/core/money';

/** Every rule of the quote as a line of its own, and the total that will be charged. */
async function Lines({ quote, inCoins }: { quote: Quote; inCoins: boolean }) {
  const [t, locale] = await Promise.all([getTranslations('cart.summary'), getLocale()]);
  const total = inCoins ? t('coins', { count: quote.totalCents }) : formatCents(quote.totalCents, locale);
  return (
    <dl className="space-y-2.5">
      {quote.lines.map(({ concept, cents, percent }) => (
        <div key={concept} className="flex justify-between gap-4">
          <dt className="text-muted">{t(concept, { percent: String(percent ?? 0) })}</dt>
          <dd
            className={classNames(
              'font-medium tabular-nums',
              cents < 0 && (concept === 'club' ? 'text-club' : 'text-good'),
            )}
          >
            {formatCents(cents, locale)}
          </dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3.5">
        <dt className="font-bold">{t('total')}</dt>
        <dd className="font-display text-2xl font-bold tabular-nums">
          {quote.totalCents === 0 ? <span className="text-good">{t('free')}</span> : total}
        </dd>
      </div>
    </dl>
  );
}

type Props = { quote: Quote | null; inCoins?: boolean; top?: ReactNode; children?: ReactNode };

/** The summary of the cart and of the checkout. Without a quote it shows no total. */
export async function Summary({ quote, inCoins = false, top, children }: Props) {
  const t = await getTranslations('cart.summary');
  return (
    <section aria-labelledby="summary" className="space-y-5 rounded-card border border-line bg-surface p-5">
      <h2 id="summary" className="text-xl font-bold">
        {t('title')}
      </h2>
      {top}
      {quote ? (
        <>
          <Lines quote={quote} inCoins={inCoins} />
          <PriceProof quote={quote} />
        </>
      ) : (
        <p className="flex justify-between font-bold">
          <span>{t('total')}</span>
          <span className="text-muted">—</span>
        </p>
      )}
      {children}
    </section>
  );
}

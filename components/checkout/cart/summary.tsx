import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PriceProof } from '@/components/checkout/price-proof';
import { classNames } from '@/components/ui/class-names';
import { lineName } from '@/lib/checkout/line-name';
import type { Quote } from '@/lib/checkout/types';
import { formatCents } from '@/lib/core/money';
import { SummaryFrame } from './summary-frame';

/** Each rule of the quote as a line, and the total. */
function Lines({ quote, inCoins }: { quote: Quote; inCoins: boolean }) {
  const t = useTranslations('cart.summary');
  const locale = useLocale();
  const total = inCoins ? t('coins', { count: quote.totalCents }) : formatCents(quote.totalCents, locale);
  return (
    <dl className="space-y-2.5">
      {quote.lines.map(({ concept, cents, percent, ...line }) => (
        <div key={concept} className="flex justify-between gap-4">
          <dt className="text-muted">{t(concept, { percent: String(percent ?? 0), name: lineName(line, locale) })}</dt>
          <dd
            className={classNames(
              'font-medium tabular-nums',
              cents < 0 && (concept === 'club' ? 'text-club-ink' : 'text-good'),
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

/** Total of a quote with its lines. */
export function QuotedPrice({ quote, inCoins }: { quote: Quote; inCoins: boolean }) {
  return (
    <>
      <Lines quote={quote} inCoins={inCoins} />
      <PriceProof quote={quote} />
    </>
  );
}

type Props = { quote: Quote | null; top?: ReactNode; children?: ReactNode };

/** Summary of the cart and of a refused checkout. Without a quote it shows no total. */
export function Summary({ quote, top, children }: Props) {
  const t = useTranslations('cart.summary');
  return (
    <SummaryFrame title={t('title')} top={top}>
      {quote ? (
        <QuotedPrice quote={quote} inCoins={false} />
      ) : (
        <p className="flex justify-between font-bold">
          <span>{t('total')}</span>
          <span className="text-muted">—</span>
        </p>
      )}
      {children}
    </SummaryFrame>
  );
}

import { useLocale, useTranslations } from 'next-intl';
import { ChevronDown } from '@/components/ui/icons/shop';
import { lineName } from '@/lib/checkout/line-name';
import type { Quote } from '@/lib/checkout/types';
import { formatCents } from '@/lib/core/money';

/** Explanation of a price: each rule in order with its effect and the remaining amount (docs/payments.md, "Quote"). */
export function PriceProof({ quote }: { quote: Pick<Quote, 'lines' | 'totalCents' | 'lowestCents'> }) {
  const t = useTranslations('priceProof');
  const locale = useLocale();
  let rest = 0;
  const steps = quote.lines.map((line) => {
    rest += line.cents;
    return { ...line, rest };
  });
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-semibold text-link [&::-webkit-details-marker]:hidden">
        {t('title')}
        <ChevronDown aria-hidden className="size-4 transition group-open:rotate-180" />
      </summary>
      <ol className="mt-1 space-y-3 border-l-2 border-line pl-4">
        {steps.map(({ concept, cents, percent, rest, ...line }, index) => (
          <li key={concept}>
            <p className="font-medium">
              {t(`rules.${concept}`, { percent: String(percent ?? 0), name: lineName(line, locale) })}
            </p>
            <p className="text-muted tabular-nums">
              {index > 0 && <span>{`${cents > 0 ? '+' : ''}${formatCents(cents, locale)} → `}</span>}
              <span>{formatCents(rest, locale)}</span>
            </p>
            {concept === 'oferta' && quote.lowestCents !== null && (
              <p className="text-muted">{t('lowest', { amount: formatCents(quote.lowestCents, locale) })}</p>
            )}
          </li>
        ))}
        <li>
          <p className="font-medium">{t('total')}</p>
          <p className="text-muted tabular-nums">
            {formatCents(quote.totalCents, locale)} · {t('coins', { count: quote.totalCents })}
          </p>
        </li>
      </ol>
      <p className="mt-3 text-muted">{t('rounding')}</p>
    </details>
  );
}

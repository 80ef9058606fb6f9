'use client';

import { useLocale, useTranslations } from 'next-intl';
import { formatCents } from '@/lib/core/money';
import type { Price } from '@/lib/pricing';
import { earningsOf, exampleCoupon, type SaleRates } from '@/lib/pricing/earnings';

/** Earnings of the creator per sale for the typed price, without and with the offer, by kind of sale. */
export function Earnings({ price, rates, label }: { price: Price; rates: SaleRates; label?: string }) {
  const t = useTranslations('publish');
  const locale = useLocale();
  const plain = earningsOf({ priceCents: price.priceCents, offerCents: null }, rates);
  const isOffered = price.offerCents !== null && price.offerCents < price.priceCents;
  const offered = isOffered ? earningsOf(price, rates) : [];
  if (plain.length === 0) return null;
  const amount = (cents: number | undefined) => (cents === undefined ? '' : formatCents(cents, locale));
  const head = 'py-1 text-right font-medium text-muted';
  return (
    <section aria-label={label ?? t('earnings.title')} className="rounded-card border border-line p-4 text-sm">
      <table aria-live="polite" className="w-full">
        <caption className="pb-2 text-left font-semibold">{label ?? t('earnings.title')}</caption>
        <thead>
          <tr>
            <th scope="col" className="py-1 text-left font-medium text-muted">
              {t('earnings.way')}
            </th>
            <th scope="col" className={head}>
              {isOffered ? t('earnings.withoutOffer') : t('earnings.yours')}
            </th>
            {isOffered && (
              <th scope="col" className={head}>
                {t('earnings.withOffer')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {plain.map(({ way, paidCents, shareCents }, index) => (
            <tr key={way} className="border-t border-line">
              <th scope="row" className="py-2 pr-2 text-left font-normal">
                {t(`earnings.ways.${way}`, { percent: exampleCoupon })}
                <span className="block text-muted">
                  {t('earnings.pays', { amount: amount(isOffered ? offered[index]?.paidCents : paidCents) })}
                </span>
              </th>
              <td className={`py-2 text-right tabular-nums ${isOffered ? 'text-muted' : 'font-bold'}`}>
                {amount(shareCents)}
              </td>
              {isOffered && (
                <td className="py-2 text-right font-bold tabular-nums">{amount(offered[index]?.shareCents)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-muted">{t('earnings.rule', { percent: rates.share })}</p>
    </section>
  );
}

import { getLocale, getTranslations } from 'next-intl/server';
import { Crown } from '@/components/ui/icons/shop';
import { formatCents } from '@/lib/core/money';
import { getClubPercent, getClubPrices } from '@/lib/pricing/server';
import { JoinClub } from './join-button-client';

/** Monthly price, yearly saving, and the join button. */
export async function ClubBanner() {
  const [t, locale, percent, prices] = await Promise.all([
    getTranslations('club'),
    getLocale(),
    getClubPercent(),
    getClubPrices(),
  ]);
  return (
    <section className="relative overflow-hidden rounded-card border border-club bg-surface px-6 py-12 text-center sm:px-12 sm:py-16">
      <div aria-hidden className="absolute inset-x-0 top-0 h-1.5 bg-club" />
      <Crown aria-hidden className="mx-auto size-14 text-club-ink" />
      <h1 className="mt-4 text-4xl font-extrabold text-balance sm:text-5xl">{t('title')}</h1>
      <p className="mx-auto mt-3 max-w-xl text-lg text-pretty text-muted">
        {t('intro', { percent, price: formatCents(prices.monthly, locale) })}
      </p>
      <p className="mt-8 font-display text-5xl font-extrabold tabular-nums">
        {formatCents(prices.monthly, locale)}
        <span className="ml-2 text-lg font-semibold text-muted">{t('perMonth')}</span>
      </p>
      <p className="mt-2 font-semibold text-club-ink">
        {t('yearlyMonthly', {
          month: formatCents(prices.yearlyPerMonth, locale),
          year: formatCents(prices.yearly, locale),
          percent: prices.yearlyPercent,
        })}
      </p>
      <div className="mt-8 flex justify-center">
        <JoinClub prices={prices} />
      </div>
    </section>
  );
}

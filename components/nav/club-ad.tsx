import { getLocale, getTranslations } from 'next-intl/server';
import { Link } from '@/components/ui/link-client';
import { formatCents } from '@/lib/core/money';
import { getClubPercent, getClubPrices } from '@/lib/pricing/server';

/** The Club's advertisement, for guests and people who are not members. */
export async function ClubAd() {
  const [t, locale, percent, prices] = await Promise.all([
    getTranslations('nav.clubAd'),
    getLocale(),
    getClubPercent(),
    getClubPrices(),
  ]);
  return (
    <Link
      href="/club"
      className="block rounded-card border border-club bg-canvas p-4 hover:brightness-110 in-data-club:hidden"
    >
      <b className="block text-club-ink">{t('title')}</b>
      <span className="text-sm text-muted">{t('text', { percent, price: formatCents(prices.monthly, locale) })}</span>
    </Link>
  );
}

import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { ClubBanner } from '@/components/club/banner';
import { Comparison } from '@/components/club/comparison';
import { Included } from '@/components/club/included';
import { Saving } from '@/components/club/saving-client';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { formatCents } from '@/lib/core/money';
import { getClubPercent, getClubPrices } from '@/lib/pricing/server';

export const ensureStatic = 'navigation';

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale, percent, prices] = await Promise.all([
    getTranslations('club'),
    getLocale(),
    getClubPercent(),
    getClubPrices(),
  ]);
  const description = t('intro', { percent, price: formatCents(prices.monthly, locale) });
  return { title: t('title'), description, ...(await publicPage('/club')) };
}

/** Landing page of the Club. */
export default async function ClubPage() {
  const { yearly } = await getClubPrices();
  return (
    <MoreClientMessages namespaces={['club']}>
      <div className="mx-auto max-w-5xl space-y-12">
        <ClubBanner />
        <Saving yearlyCents={yearly} />
        <Included />
        <Comparison />
      </div>
    </MoreClientMessages>
  );
}

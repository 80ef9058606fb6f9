import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { ClubBanner } from '@/components/club/banner';
import { Comparison } from '@/components/club/comparison';
import { Included } from '@/components/club/included';
import { Saving } from '@/components/club/saving-client';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { planPriceCents } from '@/lib/club';
import { formatCents } from '@/lib/core/money';
import { getClubPercent } from '@/lib/pricing/server';

export const ensureStatic = 'navigation';

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale, percent] = await Promise.all([getTranslations('club'), getLocale(), getClubPercent()]);
  const description = t('intro', { percent, price: formatCents(planPriceCents.monthly, locale) });
  return { title: t('title'), description, ...(await publicPage('/club')) };
}

/** Landing page of the Club. */
export default function ClubPage() {
  return (
    <MoreClientMessages namespaces={['club']}>
      <div className="mx-auto max-w-5xl space-y-12">
        <ClubBanner />
        <Saving />
        <Included />
        <Comparison />
      </div>
    </MoreClientMessages>
  );
}

import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { EmbedCodes } from '@/components/publish/embed-codes-client';
import { Offers } from '@/components/publish/offers';
import { BackLink } from '@/components/ui/back-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Skeleton } from '@/components/ui/skeleton';
import { OwnCoupons } from '@/components/vouchers/own-coupons';
import { requireMe } from '@/lib/account/server';
import { env } from '@/lib/core/env';
import { listForSale, listOffers } from '@/lib/publish/offers';
import { getCreatorPercent, listOwnCoupons } from '@/lib/vouchers/own-coupons';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('promotions'))('title'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** A creator's scheduled offers, coupons, and the HTML that embeds a product into another site. */
export default async function PromotionsPage() {
  await connection();
  const t = await getTranslations('promotions');
  return (
    <>
      <KnownMe />
      <BackLink href="/dashboard">{t('back')}</BackLink>
      <h1 className="my-6 text-3xl font-extrabold">{t('title')}</h1>
      <Suspense fallback={<Skeleton className="h-96" />}>
        <Promotions />
      </Suspense>
    </>
  );
}

async function Promotions() {
  const me = await requireMe('/dashboard/promotions');
  const locale = await getLocale();
  const [offers, choices, coupons, percent] = await Promise.all([
    listOffers(me.id, locale),
    listForSale(me.id, locale),
    listOwnCoupons(),
    getCreatorPercent(),
  ]);
  const products = choices.filter(({ editionId }) => editionId === null);
  return (
    <MoreClientMessages namespaces={['promotions']}>
      <div className="space-y-10">
        <Offers offers={offers} choices={choices} />
        <OwnCoupons
          coupons={coupons}
          choices={products.map(({ productId, name }) => ({ id: productId, name }))}
          percent={percent}
          siteUrl={env().SITE_URL}
        />
        <EmbedCodes siteUrl={env().SITE_URL} products={products} />
      </div>
    </MoreClientMessages>
  );
}

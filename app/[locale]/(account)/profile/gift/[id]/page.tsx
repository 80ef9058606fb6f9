import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { GivenGift, ReceivedGift } from '@/components/orders/gifts/gift-view';
import { OrderSkeleton } from '@/components/orders/orders-skeleton';
import { PurchaseHelp } from '@/components/support/purchase-help';
import { TakeBackGift } from '@/components/support/take-back-gift-client';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { getLeastNames } from '@/lib/account/names/least-names';
import { requireMe } from '@/lib/account/server';
import { lastMinecraftName } from '@/lib/checkout/server';
import { env } from '@/lib/core/env';
import { getGift } from '@/lib/orders/gifts/server';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('gifts'))('metaTitle'), robots: { index: false } };
}

export default function GiftPage(props: Props) {
  return (
    <Suspense fallback={<OrderSkeleton />}>
      <OwnGift {...props} />
    </Suspense>
  );
}

/** Visible to the giver and the recipient; everybody else gets a 404. */
async function OwnGift({ params }: Props) {
  const { id } = await params;
  await requireMe(`/profile/gift/${id}`);
  const gift = await getGift(id, await getLocale());
  if (!gift) notFound();
  const knownName = gift.isMine && gift.needsName ? await lastMinecraftName() : '';
  const { purchase } = await getLeastNames();
  return (
    <MoreClientMessages namespaces={['gifts', 'product', 'reports']}>
      {gift.isMine ? (
        <ReceivedGift gift={gift} knownName={knownName} leastName={purchase} />
      ) : (
        <GivenGift gift={gift} siteUrl={env().SITE_URL}>
          {gift.link && <TakeBackGift id={gift.id} name={gift.name} />}
        </GivenGift>
      )}
      {!gift.isMine && !gift.link && (
        <div className="mt-5 empty:hidden">
          <Suspense>
            <PurchaseHelp paymentId={id} />
          </Suspense>
        </div>
      )}
    </MoreClientMessages>
  );
}

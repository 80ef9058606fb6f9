import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { UndeliveredGifts } from '@/components/orders/gifts/undelivered-gifts';
import { OrderHistory } from '@/components/orders/order-history';
import { OrdersSkeleton } from '@/components/orders/orders-skeleton';
import { OpenPayments } from '@/components/orders/payments/open-payments';
import { Recharges } from '@/components/orders/payments/recharges';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { RedeemBox } from '@/components/vouchers/redeem-box-client';
import { getLeastNames } from '@/lib/account/names/least-names';
import type { PageQuery } from '@/lib/core/http/page-query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('orders'))('title'), robots: { index: false } };
}

export default async function OrdersPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const [t, least] = await Promise.all([getTranslations('orders'), getLeastNames()]);
  return (
    <>
      <h1 className="mb-6 text-3xl font-extrabold">{t('title')}</h1>
      <MoreClientMessages namespaces={['redeem']}>
        <RedeemBox leastName={least.code} />
      </MoreClientMessages>
      <Suspense fallback={null}>
        <OpenPayments />
      </Suspense>
      <Suspense fallback={null}>
        <UndeliveredGifts />
      </Suspense>
      <MoreClientMessages namespaces={['invoice']}>
        <Suspense fallback={<OrdersSkeleton />}>
          <OrderHistory query={searchParams} />
        </Suspense>
        <Suspense fallback={null}>
          <Recharges query={searchParams} />
        </Suspense>
      </MoreClientMessages>
    </>
  );
}

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { ArrivalNotice } from '@/components/nav/notice-client';
import { PayPalSuccess } from '@/components/orders/end/paypal-success';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { KeepFocus } from '@/components/ui/keep-focus-client';
import { Skeleton } from '@/components/ui/skeleton';
import type { PageQuery } from '@/lib/core/http/page-query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('paypalSuccess'))('metaTitle'), robots: { index: false } };
}

export default function PayPalSuccessPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  return (
    <MoreClientMessages namespaces={['success', 'paypalSuccess', 'undelivered', 'gifts', 'invoice', 'nav']}>
      <ArrivalNotice />
      <KeepFocus />
      <Suspense fallback={<Skeleton className="mx-auto h-96 max-w-xl rounded-card" />}>
        <PayPalSuccess query={searchParams} />
      </Suspense>
    </MoreClientMessages>
  );
}

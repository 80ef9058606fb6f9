import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { ArrivalNotice } from '@/components/nav/notice-client';
import { Success } from '@/components/orders/end/success';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { KeepFocus } from '@/components/ui/keep-focus-client';
import { Skeleton } from '@/components/ui/skeleton';
import type { PageQuery } from '@/lib/core/http/page-query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('success'))('metaTitle'), robots: { index: false } };
}

export default function SuccessPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  return (
    <MoreClientMessages namespaces={['success', 'paypalSuccess', 'undelivered', 'gifts', 'invoice', 'nav']}>
      <ArrivalNotice />
      <KeepFocus />
      <Suspense fallback={<Skeleton className="mx-auto h-96 max-w-xl rounded-card" />}>
        <Success query={searchParams} />
      </Suspense>
    </MoreClientMessages>
  );
}

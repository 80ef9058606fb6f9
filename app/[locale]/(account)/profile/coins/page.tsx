import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { CoinHistory } from '@/components/coins/coin-history';
import { OrdersSkeleton } from '@/components/orders/orders-skeleton';
import type { PageQuery } from '@/lib/core/http/page-query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('coins'))('title'), robots: { index: false } };
}

export default async function CoinsPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const t = await getTranslations('coins');
  return (
    <>
      <h1 className="mb-6 text-3xl font-extrabold">{t('title')}</h1>
      <Suspense fallback={<OrdersSkeleton />}>
        <CoinHistory query={searchParams} />
      </Suspense>
    </>
  );
}

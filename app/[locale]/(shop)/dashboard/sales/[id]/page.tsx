import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { SaleView } from '@/components/creators/sale-view';
import { Skeleton } from '@/components/ui/skeleton';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('dashboard.sales'))('saleTitle'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

export default async function SalePage({ params }: { params: Promise<{ id: string }> }) {
  await connection();
  return (
    <>
      <KnownMe />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <SaleView params={params} />
      </Suspense>
    </>
  );
}

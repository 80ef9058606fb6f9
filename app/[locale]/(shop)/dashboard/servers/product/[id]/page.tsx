import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { ProductActions } from '@/components/servers/product-actions';
import { Skeleton } from '@/components/ui/skeleton';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('servers.actions'))('title'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

export default async function ProductActionsPage({ params }: { params: Promise<{ id: string }> }) {
  await connection();
  return (
    <>
      <KnownMe />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <ProductActions params={params} />
      </Suspense>
    </>
  );
}

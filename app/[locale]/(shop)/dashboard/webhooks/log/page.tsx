import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { Deliveries } from '@/components/hooks/deliveries';
import { Skeleton } from '@/components/ui/skeleton';
import type { PageQuery } from '@/lib/core/http/page-query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('hooks.log'))('title'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** The deliveries of a creator's webhooks. */
export default async function WebhookLogPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  await connection();
  return (
    <>
      <KnownMe />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <Deliveries query={searchParams} />
      </Suspense>
    </>
  );
}

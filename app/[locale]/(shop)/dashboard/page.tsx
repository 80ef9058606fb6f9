import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { Dashboard } from '@/components/creators/dashboard';
import { Unfinished } from '@/components/publish/unfinished';
import { WaitingReviews } from '@/components/reviews/received-reviews';
import { Skeleton } from '@/components/ui/skeleton';
import { requireMe } from '@/lib/account/server';
import type { PageQuery } from '@/lib/core/http/page-query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('dashboard'))('title'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

export default async function DashboardPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  await connection();
  return (
    <>
      <KnownMe />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <Dashboard query={searchParams} unfinished={<OwnUnfinished />} reviews={<WaitingReviews />} />
      </Suspense>
    </>
  );
}

async function OwnUnfinished() {
  return <Unfinished creatorId={(await requireMe('/dashboard')).id} />;
}

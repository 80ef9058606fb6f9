import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { DashboardNav } from '@/components/creators/dashboard-nav';
import { RequestList } from '@/components/support/request-list';
import { Skeleton } from '@/components/ui/skeleton';
import type { PageQuery } from '@/lib/core/http/page-query';

type Props = { searchParams: Promise<PageQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('help'))('desk'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** The threads between buyers and a creator. */
export default async function CreatorHelpPage({ searchParams }: Props) {
  await connection();
  const t = await getTranslations('help');
  return (
    <>
      <KnownMe />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <div className="space-y-6">
          <DashboardNav current="help" />
          <h1 className="text-3xl font-extrabold">{t('desk')}</h1>
          <RequestList part="creador" query={searchParams} />
        </div>
      </Suspense>
    </>
  );
}

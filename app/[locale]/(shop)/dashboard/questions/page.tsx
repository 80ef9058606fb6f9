import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { DashboardNav } from '@/components/creators/dashboard-nav';
import { ReceivedQuestions } from '@/components/questions/received-questions';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Skeleton } from '@/components/ui/skeleton';
import type { PageQuery } from '@/lib/core/http/page-query';

type Props = { searchParams: Promise<PageQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('questions.received'))('title'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** Questions about a creator's products: unanswered ones, or all. */
export default async function CreatorQuestionsPage({ searchParams }: Props) {
  await connection();
  return (
    <MoreClientMessages namespaces={['questions', 'reports']}>
      <KnownMe />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <div className="space-y-6">
          <DashboardNav current="questions" />
          <ReceivedQuestions query={searchParams} />
        </div>
      </Suspense>
    </MoreClientMessages>
  );
}

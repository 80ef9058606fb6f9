import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { DashboardNav } from '@/components/creators/dashboard-nav';
import { OwnPosts } from '@/components/publish/posts/own-posts';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Skeleton } from '@/components/ui/skeleton';
import type { PageQuery } from '@/lib/core/http/page-query';

type Props = { searchParams: Promise<PageQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('posts'))('title'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** Posts of a creator, drafts included. */
export default async function CreatorPostsPage({ searchParams }: Props) {
  await connection();
  return (
    <MoreClientMessages namespaces={['posts']}>
      <KnownMe />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <div className="space-y-6">
          <DashboardNav current="posts" />
          <OwnPosts query={searchParams} />
        </div>
      </Suspense>
    </MoreClientMessages>
  );
}

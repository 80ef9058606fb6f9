import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { ThreadView } from '@/components/support/thread-view';
import { Skeleton } from '@/components/ui/skeleton';
import { requireMe } from '@/lib/account/server';
import { getThread } from '@/lib/support/server';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('help'))('thread'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** One thread for the creator of its product; any other is a 404. */
export default async function CreatorThreadPage(props: Props) {
  await connection();
  return (
    <>
      <KnownMe />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <CreatorThread {...props} />
      </Suspense>
    </>
  );
}

async function CreatorThread({ params }: Props) {
  const { id } = await params;
  await requireMe(`/dashboard/help/${id}`);
  const thread = await getThread(id, await getLocale());
  if (thread?.part !== 'creador') notFound();
  return <ThreadView thread={thread} />;
}

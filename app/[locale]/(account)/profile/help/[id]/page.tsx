import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { ThreadView } from '@/components/support/thread-view';
import { requireMe } from '@/lib/account/server';
import { getThread } from '@/lib/support/server';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('help'))('thread'), robots: { index: false } };
}

/** One thread for the person who opened it; any other is a 404. */
export default async function ThreadPage({ params }: Props) {
  const { id } = await params;
  await requireMe(`/profile/help/${id}`);
  const thread = await getThread(id, await getLocale());
  if (thread?.part !== 'cliente') notFound();
  return <ThreadView thread={thread} />;
}

import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { ThreadView } from '@/components/support/thread-view';
import { requireAdmin } from '@/lib/account/access';
import { getThread } from '@/lib/support/server';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('help'))('thread'), robots: { index: false } };
}

/** One thread for the team; a 404 for an admin who opened it or is the creator of its product. */
export default async function DeskThreadPage({ params }: Props) {
  const { id } = await params;
  await requireAdmin(`/dashboard-admin/help/${id}`);
  const thread = await getThread(id, await getLocale());
  if (thread?.part !== 'tienda') notFound();
  return <ThreadView thread={thread} />;
}

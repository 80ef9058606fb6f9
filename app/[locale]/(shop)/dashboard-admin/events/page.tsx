import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { EventsTable } from '@/components/admin/events-table';
import { requireAdmin } from '@/lib/admin/access';
import { eventChoices } from '@/lib/admin/events';
import { parseListFilter, type Query } from '@/lib/admin/query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('events'), robots: { index: false } };
}

export default async function EventsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const filter = parseListFilter(await searchParams, eventChoices);
  await requireAdmin('/dashboard-admin/events');
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('events')}</h1>
      <EventsTable filter={filter} />
    </>
  );
}

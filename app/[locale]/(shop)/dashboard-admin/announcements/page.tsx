import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AnnouncementList } from '@/components/admin/announcement-list';
import { requireAdmin } from '@/lib/account/access';
import { parseBefore } from '@/lib/core/http/page';
import type { PageQuery } from '@/lib/core/http/page-query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin.announcements'))('title'), robots: { index: false } };
}

/** Announcements: drafts, current and past ones. */
export default async function AnnouncementsPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const { editar, antes } = await searchParams;
  const before = parseBefore(antes);
  await requireAdmin('/dashboard-admin/announcements', searchParams);
  const t = await getTranslations('admin.announcements');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('title')}</h1>
      <AnnouncementList edited={typeof editar === 'string' ? editar : null} before={before} />
    </>
  );
}

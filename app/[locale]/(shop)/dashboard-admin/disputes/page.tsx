import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DisputeList, deskViews } from '@/components/admin/dispute-list';
import { requireAdmin } from '@/lib/account/access';
import type { PageQuery } from '@/lib/core/http/page-query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin.disputes'))('title'), robots: { index: false } };
}

/** Disputes and refunds. */
export default async function DisputesPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const { ver, antes } = await searchParams;
  await requireAdmin('/dashboard-admin/disputes', searchParams);
  const t = await getTranslations('admin.disputes');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('title')}</h1>
      <DisputeList view={deskViews.find((view) => view === ver) ?? 'abiertas'} after={antes} />
    </>
  );
}

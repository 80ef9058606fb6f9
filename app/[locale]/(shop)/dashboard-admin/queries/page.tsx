import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { SlowQueryList } from '@/components/admin/slow-query-list';
import { requireAdmin } from '@/lib/account/access';
import { queryOrders } from '@/lib/admin/slow-queries';
import type { PageQuery } from '@/lib/core/http/page-query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin.queries'))('title'), robots: { index: false } };
}

/** The database's most expensive statements. */
export default async function QueriesPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  await requireAdmin('/dashboard-admin/queries', searchParams);
  const [t, { orden }] = await Promise.all([getTranslations('admin.queries'), searchParams]);
  return (
    <>
      <header className="space-y-1">
        <h1 className="text-3xl font-extrabold">{t('title')}</h1>
        <p className="text-muted">{t('text')}</p>
      </header>
      <SlowQueryList order={queryOrders.find((name) => name === orden) ?? 'total'} />
    </>
  );
}

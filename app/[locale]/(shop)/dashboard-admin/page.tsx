import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { StoreSwitch } from '@/components/admin/store-switch-client';
import { ShopSummary } from '@/components/admin/summary';
import { TaskList } from '@/components/admin/task-list';
import { SpanChoice } from '@/components/ui/charts/span-choice';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { requireAdmin } from '@/lib/account/access';
import type { PageQuery } from '@/lib/core/http/page-query';
import { parseSpan } from '@/lib/creators/spans';
import { readShopStatus } from '@/lib/status/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('title'), robots: { index: false } };
}

/** The shop's switches and figures. */
export default async function AdminPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const span = parseSpan((await searchParams).dias);
  await requireAdmin('/dashboard-admin', searchParams);
  const [t, status] = await Promise.all([getTranslations('admin'), readShopStatus()]);
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('title')}</h1>
      <Suspense fallback={<Skeleton className="h-40" />}>
        <TaskList />
      </Suspense>
      {status ? (
        <MoreClientMessages namespaces={['admin']}>
          <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
            <StoreSwitch name="mantenimiento" on={status.closed} />
            <StoreSwitch name="status_down" on={status.down} />
          </div>
        </MoreClientMessages>
      ) : (
        <Notice tone="bad">{t('store.loadFailed')}</Notice>
      )}
      <section aria-labelledby="summary" className="space-y-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="summary" className="text-xl font-bold">
            {t('summary.title')}
          </h2>
          <SpanChoice path="/dashboard-admin" span={span} />
        </div>
        <Suspense key={span} fallback={<Skeleton className="h-96" />}>
          <ShopSummary span={span} />
        </Suspense>
      </section>
    </>
  );
}

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { ReportCard } from '@/components/moderation/report-card';
import { ButtonLink } from '@/components/ui/button-link';
import { buttonStyles } from '@/components/ui/button-styles';
import { EmptyState } from '@/components/ui/empty-state';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Flag } from '@/components/ui/icons/shop';
import { PageLinks } from '@/components/ui/page-links';
import { Skeleton } from '@/components/ui/skeleton';
import { requireModerator } from '@/lib/account/access';
import { parsePage } from '@/lib/core/http/page';
import { listModerators } from '@/lib/moderation/queue';
import { listReports } from '@/lib/moderation/reports/server';

type Props = { searchParams: Promise<{ pagina?: string; cerrados?: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('moderation.reports'))('title'), robots: { index: false } };
}

/** Reports: open ones, oldest first, or closed ones. */
export default async function ReportsPage({ searchParams }: Props) {
  const t = await getTranslations('moderation.reports');
  return (
    <>
      <h1 className="mb-6 text-3xl font-extrabold">{t('title')}</h1>
      <Suspense fallback={<Skeleton className="h-96" />}>
        <Reports searchParams={searchParams} />
      </Suspense>
    </>
  );
}

async function Reports({ searchParams }: Props) {
  const { pagina, cerrados } = await searchParams;
  const page = parsePage(pagina);
  const isOpen = cerrados === undefined;
  const me = await requireModerator('/moderation/reports', searchParams);
  const [t, { reports, open, hasMore }, moderators] = await Promise.all([
    getTranslations('moderation.reports'),
    listReports(isOpen, page),
    listModerators(),
  ]);
  const viewer = { id: me.id, isAdmin: me.role === 'admin' };
  const others = moderators.filter(({ id }) => id !== me.id);
  return (
    <MoreClientMessages namespaces={['moderation']}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{t('open', { count: open })}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={isOpen ? '/moderation/reports?cerrados' : '/moderation/reports'} variant="ghost">
            {t(isOpen ? 'showSettled' : 'showOpen')}
          </ButtonLink>
          {me.role === 'admin' && (
            <a href="/api/admin-export/reportes" download className={buttonStyles({})}>
              {t('export')}
            </a>
          )}
        </div>
      </div>
      {reports.length === 0 ? (
        <EmptyState icon={<Flag />} title={t(isOpen ? 'empty' : 'emptySettled')} />
      ) : (
        <ul className="space-y-4">
          {reports.map((report) => (
            <li key={report.id}>
              <ReportCard report={report} me={viewer} others={others} />
            </li>
          ))}
        </ul>
      )}
      <PageLinks
        newest={page > 0 && `/moderation/reports${isOpen ? '' : '?cerrados'}`}
        older={hasMore && `/moderation/reports?pagina=${page + 1}${isOpen ? '' : '&cerrados'}`}
        labels={{ newest: t('first'), older: t('older') }}
        className="mt-4"
      />
    </MoreClientMessages>
  );
}

import { ClipboardCheck } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Skeleton } from '@/components/ui/skeleton';
import { requireModerator } from '@/lib/account/access';
import { parsePage } from '@/lib/core/http/page';
import { listQueue, queuePage } from '@/lib/moderation/queue';

type Props = { searchParams: Promise<{ pagina?: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('moderation'))('title'), robots: { index: false } };
}

/** The review queue, the oldest first. */
export default async function ModerationPage({ searchParams }: Props) {
  const t = await getTranslations('moderation');
  return (
    <>
      <h1 className="mb-6 text-3xl font-extrabold">{t('title')}</h1>
      <Suspense fallback={<Skeleton className="h-96" />}>
        <Queue searchParams={searchParams} />
      </Suspense>
    </>
  );
}

async function Queue({ searchParams }: Props) {
  const page = parsePage((await searchParams).pagina);
  await requireModerator('/moderation');
  const [t, format, { items, total }] = await Promise.all([
    getTranslations('moderation'),
    getFormatter(),
    listQueue(page),
  ]);
  if (items.length === 0) return <EmptyState icon={<ClipboardCheck />} title={t('empty')} />;
  return (
    <>
      <p className="mb-4 text-muted">{t('waiting', { count: total })}</p>
      <ol className="space-y-2">
        {items.map((item) => (
          <li key={item.id}>
            <Link
              href={`/moderation/${item.id}`}
              className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-line bg-surface px-4 py-3 hover:bg-raised"
            >
              <span className="min-w-0">
                <span className="block font-semibold">{item.name}</span>
                <span className="text-sm text-muted">{item.creator}</span>
              </span>
              <span className="flex items-center gap-3 text-sm text-muted">
                <Badge tone={item.isNew ? 'good' : undefined}>{t(item.isNew ? 'new' : 'change')}</Badge>
                <time dateTime={item.sentAt}>{format.dateTime(new Date(item.sentAt), 'precise')}</time>
              </span>
            </Link>
          </li>
        ))}
      </ol>
      {total > (page + 1) * queuePage && (
        <ButtonLink href={`/moderation?pagina=${page + 1}`} className="mt-4">
          {t('more')}
        </ButtonLink>
      )}
    </>
  );
}

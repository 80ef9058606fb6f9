import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { Assign } from '@/components/moderation/assign-client';
import { ChooseRevision, DecideMany } from '@/components/moderation/decide-many-client';
import { QueueFilterForm } from '@/components/moderation/queue-filter-form';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { ClipboardCheck } from '@/components/ui/icons/desk';
import { Link } from '@/components/ui/link-client';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { requireModerator } from '@/lib/account/access';
import type { PageQuery } from '@/lib/core/http/page-query';
import { assignRevision } from '@/lib/moderation/action';
import { listModerators, listQueue } from '@/lib/moderation/queue';
import { parseQueueFilter, queueAddress } from '@/lib/moderation/queue-filter';

type Props = { searchParams: Promise<PageQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('moderation'))('title'), robots: { index: false } };
}

/** The review queue, oldest first, with search, filters, assignment, and single or bulk decisions. */
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
  const filter = parseQueueFilter(await searchParams);
  const me = await requireModerator('/moderation', searchParams);
  const [t, { items, next, total }, moderators] = await Promise.all([
    getTranslations('moderation'),
    listQueue(filter),
    listModerators(),
  ]);
  const others = moderators.filter(({ id }) => id !== me.id);
  return (
    <MoreClientMessages namespaces={['moderation']}>
      <QueueFilterForm filter={filter} />
      {items.length === 0 && <EmptyState icon={<ClipboardCheck />} title={t('empty')} />}
      {total !== null && total > 0 && (
        <p className="mb-4 text-muted">
          {total > 1_000 ? t('queue.waitingMore', { count: 1_000 }) : t('waiting', { count: total })}
        </p>
      )}
      {items.length > 0 && <DecideMany />}
      <ol className="space-y-2">
        {items.map((item) => (
          <li
            key={item.id}
            className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-card border border-line bg-surface px-2 py-2"
          >
            <ChooseRevision
              id={item.id}
              name={item.name}
              fingerprint={item.fingerprint}
              isHeld={item.takenBy !== null && item.takenBy.id !== me.id}
              label={t('queue.chooseOne', { name: item.name })}
            />
            <Link
              href={`/moderation/${item.id}`}
              className="flex min-h-12 min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 rounded-control px-2 hover:bg-raised"
            >
              <span className="min-w-0">
                <span className="block font-semibold break-words">{item.name}</span>
                <span className="text-sm text-muted">{item.creator}</span>
              </span>
              <span className="flex items-center gap-3 text-sm text-muted">
                <Badge tone={item.isNew ? 'good' : undefined}>{t(item.isNew ? 'new' : 'change')}</Badge>
                <Time at={item.sentAt} look="moment" />
              </span>
            </Link>
            <Assign
              id={item.id}
              name={item.name}
              takenBy={item.takenBy}
              me={{ id: me.id, isAdmin: me.role === 'admin' }}
              others={others}
              assign={assignRevision}
            />
          </li>
        ))}
      </ol>
      {next && (
        <ButtonLink href={queueAddress(filter, next)} className="mt-4">
          {t('more')}
        </ButtonLink>
      )}
    </MoreClientMessages>
  );
}

import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getFormatter, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { Assign } from '@/components/moderation/assign-client';
import { Decide } from '@/components/moderation/decide-client';
import { DifferenceList } from '@/components/moderation/difference-list';
import { ReviewThread } from '@/components/publish/review-thread-client';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { requireModerator } from '@/lib/account/access';
import { findDifferences } from '@/lib/moderation/difference';
import { getRevision, listModerators } from '@/lib/moderation/queue';
import { listReviewMessages } from '@/lib/publish/server';

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { robots: { index: false } };

/** One revision: what it changes, what was decided before, and the decision. */
export default function RevisionPage({ params }: Props) {
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <Desk params={params} />
    </Suspense>
  );
}

async function Desk({ params }: Props) {
  const { id } = await params;
  const me = await requireModerator(`/moderation/${id}`);
  const revision = await getRevision(id);
  if (!revision) notFound();
  const [t, states, format, messages, moderators] = await Promise.all([
    getTranslations('moderation'),
    getTranslations('publish.review.states'),
    getFormatter(),
    listReviewMessages(revision.productId, me.id),
    listModerators(),
  ]);
  return (
    <div className="space-y-8">
      <header>
        <TextLink href="/moderation">{t('back')}</TextLink>
        <h1 className="text-3xl font-extrabold">{revision.after.name}</h1>
        <p className="text-muted">
          {t('from', { creator: revision.creator, date: format.dateTime(new Date(revision.sentAt), 'precise') })}
        </p>
      </header>
      <section aria-labelledby="differences" className="space-y-4">
        <h2 id="differences" className="text-xl font-bold">
          {t(revision.before ? 'differences' : 'content')}
        </h2>
        <DifferenceList
          differences={findDifferences(revision.before, revision.after, revision.names)}
          hasBefore={revision.before !== null}
          files={revision.files}
        />
      </section>
      {revision.history.length > 0 && (
        <section aria-labelledby="history">
          <h2 id="history" className="mb-3 text-xl font-bold">
            {t('history')}
          </h2>
          <ul className="space-y-2">
            {revision.history.map((entry) => (
              <li key={entry.at} className="rounded-control border border-line px-4 py-2">
                <b>{states(entry.state)}</b>
                <span> · {format.dateTime(new Date(entry.at), 'precise')}</span>
                {entry.reasons.length > 0 && (
                  <span className="block text-sm">
                    {entry.reasons.map((reason) => t(`reasons.${reason as 'calidad'}`)).join(', ')}
                  </span>
                )}
                {entry.note && <span className="block text-sm text-muted">{entry.note}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <MoreClientMessages namespaces={['moderation', 'publish']}>
        {revision.state === 'pendiente' || revision.state === 'cambios_pedidos' ? (
          <>
            {revision.state === 'cambios_pedidos' && <Notice tone="plain">{t('askedNow')}</Notice>}
            <Assign
              id={revision.id}
              name={revision.after.name}
              takenBy={revision.takenBy}
              me={{ id: me.id, isAdmin: me.role === 'admin' }}
              others={moderators.filter((person) => person.id !== me.id)}
            />
            <Decide id={revision.id} fingerprint={revision.fingerprint} />
          </>
        ) : (
          <Notice tone="plain">{t('decided', { state: states(revision.state) })}</Notice>
        )}
        <ReviewThread productId={revision.productId} messages={messages} />
      </MoreClientMessages>
    </div>
  );
}

import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { Assign } from '@/components/moderation/assign-client';
import { Decide } from '@/components/moderation/decide-client';
import { DecisionHistory } from '@/components/moderation/decision-history';
import { DifferenceList } from '@/components/moderation/difference-list';
import { FileList } from '@/components/moderation/file-list';
import { PreviewRevision } from '@/components/publish/preview-revision-client';
import { ReviewThread } from '@/components/publish/review-thread-client';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { requireModerator } from '@/lib/account/access';
import { assignRevision } from '@/lib/moderation/action';
import { findDifferences } from '@/lib/moderation/difference';
import { listModerators } from '@/lib/moderation/queue';
import { getRevision, type Revision } from '@/lib/moderation/revision';
import { getClubOffer } from '@/lib/pricing/server';
import { listReviewMessages } from '@/lib/publish/server';
import type { ProductDraft } from '@/lib/publish/types';

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { robots: { index: false } };

/** One revision: its changes, earlier decisions, and the decision. */
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
  const revision = await getRevision(id, await getLocale());
  if (!revision) notFound();
  const [t, states, format, messages, moderators, club] = await Promise.all([
    getTranslations('moderation'),
    getTranslations('publish.review.states'),
    getFormatter(),
    listReviewMessages(revision.productId),
    listModerators(),
    getClubOffer(),
  ]);
  const { creator, takenBy } = revision;
  const rests =
    takenBy && takenBy.id !== me.id
      ? t('heldBy', { name: takenBy.name })
      : creator.id === me.id && me.role !== 'admin'
        ? t('errors.es_suya')
        : null;
  return (
    <div className="space-y-8">
      <header>
        <TextLink href="/moderation">{t('back')}</TextLink>
        <h1 className="text-3xl font-extrabold">{revision.after.name}</h1>
        <p className="text-muted">
          {t('from', { creator: creator.displayName, date: format.dateTime(new Date(revision.sentAt), 'precise') })}
        </p>
        <div className="mt-3">
          <MoreClientMessages namespaces={['moderation', 'publish', 'productPage', 'gallery', 'parts']}>
            <PreviewRevision draft={revision.after} creator={creator} packed={revision.packed} club={club} />
          </MoreClientMessages>
        </div>
      </header>
      {revision.sentBack && <SinceSentBack revision={revision} sentBack={revision.sentBack} />}
      <section aria-labelledby="differences" className="space-y-4">
        <h2 id="differences" className="text-xl font-bold">
          {t(revision.before ? 'differences' : 'content')}
        </h2>
        <DifferenceList
          differences={findDifferences(revision.before, revision.after, revision.names)}
          hasBefore={revision.before !== null}
          files={linksOf(revision)}
        />
      </section>
      <section aria-labelledby="files">
        <h2 id="files" className="mb-3 text-xl font-bold">
          {t('files.title')}
        </h2>
        <FileList files={revision.files} hasLinks={revision.isOpen} />
      </section>
      <DecisionHistory history={revision.history} />
      <MoreClientMessages namespaces={['moderation', 'publish']}>
        {revision.isOpen ? (
          <>
            {revision.state === 'cambios_pedidos' && <Notice tone="plain">{t('askedNow')}</Notice>}
            <Assign
              id={revision.id}
              name={revision.after.name}
              takenBy={revision.takenBy}
              me={{ id: me.id, isAdmin: me.role === 'admin' }}
              others={moderators.filter((person) => person.id !== me.id)}
              assign={assignRevision}
            />
            <Decide id={revision.id} fingerprint={revision.fingerprint} rests={rests} />
          </>
        ) : (
          <Notice tone="plain">{t('decided', { state: states(revision.state) })}</Notice>
        )}
        <ReviewThread productId={revision.productId} messages={messages} />
      </MoreClientMessages>
    </div>
  );
}

const linksOf = ({ files }: Revision) =>
  Object.fromEntries(
    files.flatMap(({ link, url, name, isOutside }) => (url && !isOutside ? [[link, { href: url, name }]] : [])),
  );

/** Differences from the version that was rejected or returned for changes. */
function SinceSentBack({ revision, sentBack }: { revision: Revision; sentBack: ProductDraft }) {
  const t = useTranslations('moderation');
  return (
    <section aria-labelledby="since" className="space-y-4">
      <h2 id="since" className="text-xl font-bold">
        {t('sinceSentBack')}
      </h2>
      <DifferenceList
        differences={findDifferences(sentBack, revision.after, revision.names)}
        hasBefore
        files={linksOf(revision)}
        beforeLabel={t('sentBack')}
      />
    </section>
  );
}

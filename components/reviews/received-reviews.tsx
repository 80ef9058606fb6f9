import { getLocale, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { MessageSquare } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { PageLinks } from '@/components/ui/page-links';
import { requireMe } from '@/lib/account/server';
import type { PageQuery } from '@/lib/core/http/page-query';
import { listReceivedReviews, parseReceivedQuery, toReceivedQuery } from '@/lib/reviews/received';
import { ReceivedList } from './received-list';

/** One page of reviews of the signed-in creator's products, with an answer button each. */
export async function ReceivedReviews({ query }: { query: Promise<PageQuery> }) {
  const me = await requireMe('/dashboard/reviews', query);
  const asked = parseReceivedQuery(await query);
  const [t, locale] = await Promise.all([getTranslations('reviews.received'), getLocale()]);
  const { reviews, waiting, next } = await listReceivedReviews(asked, locale);
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('title')}</h1>
      <nav aria-label={t('filter')} className="flex flex-wrap gap-1">
        {([true, false] as const).map((isWaiting) => (
          <Link
            key={String(isWaiting)}
            href={`/dashboard/reviews${isWaiting ? '' : '?todas=1'}`}
            aria-current={!asked.review && asked.isWaiting === isWaiting ? 'page' : undefined}
            className={classNames(
              'inline-flex min-h-11 items-center rounded-control px-4 text-sm font-semibold',
              !asked.review && asked.isWaiting === isWaiting ? 'bg-raised text-ink' : 'text-muted hover:bg-raised',
            )}
          >
            {isWaiting ? t('waiting', { count: waiting }) : t('all')}
          </Link>
        ))}
      </nav>
      {reviews.length === 0 ? (
        <EmptyState
          icon={<MessageSquare />}
          title={t(asked.review ? 'gone' : asked.isWaiting ? 'noneWaiting' : 'none')}
        />
      ) : (
        <ReceivedList reviews={reviews} creatorId={me.id} />
      )}
      <PageLinks
        newest={asked.after && `/dashboard/reviews?${toReceivedQuery({ ...asked, after: null })}`}
        older={next && `/dashboard/reviews?${toReceivedQuery({ ...asked, after: next })}`}
      />
    </>
  );
}

/** The newest unanswered reviews for the dashboard; renders nothing if there are none. */
export async function WaitingReviews() {
  const me = await requireMe('/dashboard');
  const [t, locale] = await Promise.all([getTranslations('reviews.received'), getLocale()]);
  const { reviews, waiting } = await listReceivedReviews({ isWaiting: true, review: null, after: null }, locale, 3);
  if (reviews.length === 0) return null;
  return (
    <section aria-labelledby="waiting" className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="waiting" className="text-xl font-bold">
          {t('waitingTitle')}
        </h2>
        <ButtonLink href="/dashboard/reviews">{t('waiting', { count: waiting })}</ButtonLink>
      </div>
      <ReceivedList reviews={reviews} creatorId={me.id} />
    </section>
  );
}

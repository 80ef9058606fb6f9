import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link-client';
import { Stars } from '@/components/ui/stars';
import { Time } from '@/components/ui/time';
import type { ReceivedReview } from '@/lib/reviews/received';
import { ReviewTools } from './review-tools-client';
import { ReviewWords } from './review-words';

/** Reviews of a creator's products, each with its product and answer. */
export function ReceivedList({ reviews, creatorId }: { reviews: ReceivedReview[]; creatorId: string }) {
  const t = useTranslations('reviews');
  return (
    <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      {reviews.map((review) => (
        <li key={review.id}>
          <article
            aria-label={`${t('by', { name: review.author })}, ${review.product}`}
            className="flex h-full flex-col rounded-card border border-line bg-surface p-4 sm:p-5"
          >
            <header className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
              <div className="min-w-0">
                <Link href={`/p/${review.slug}`} className="font-semibold hover:underline">
                  {review.product}
                </Link>
                <p className="text-sm text-muted">
                  <span>{review.author} · </span>
                  <Time at={review.at} look="day" />
                  {review.isEdited && <span>{` · ${t('edited')}`}</span>}
                </p>
              </div>
              <Stars value={review.stars} label={t('stars', { value: review.stars })} />
            </header>
            <ReviewWords text={review.text} answer={review.answer} answerTitle={t('received.yourAnswer')} />
            <div className="mt-auto">
              <ReviewTools
                reviewId={review.id}
                author={review.author}
                answer={review.answer ?? ''}
                creatorId={creatorId}
              />
            </div>
          </article>
        </li>
      ))}
    </ul>
  );
}

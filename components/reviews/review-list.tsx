import { useTranslations } from 'next-intl';
import { Picture } from '@/components/ui/picture-client';
import { Stars } from '@/components/ui/stars';
import { Time } from '@/components/ui/time';
import type { Review } from '@/lib/catalog/rating';
import { ReviewTools } from './review-tools-client';
import { ReviewWords } from './review-words';

/** Reviews of a product, each with the creator's answer. */
export function ReviewList({ reviews, creatorId }: { reviews: Review[]; creatorId: string }) {
  const t = useTranslations('reviews');
  return (
    <ul className="space-y-4">
      {reviews.map((review) => (
        <li key={review.id}>
          <article
            aria-label={t('by', { name: review.author.displayName })}
            className="rounded-card border border-line bg-surface p-4 sm:p-5"
          >
            <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Picture
                src={review.author.avatarUrl}
                alt=""
                width={36}
                height={36}
                className="size-9 rounded-full bg-raised object-cover"
              />
              <div className="min-w-0 flex-1 basis-40">
                <p className="truncate font-semibold">{review.author.displayName}</p>
                <p className="text-sm text-muted">
                  <Time at={review.at} look="day" />
                  {review.isEdited && <span>{` · ${t('edited')}`}</span>}
                </p>
              </div>
              <Stars value={review.stars} label={t('stars', { value: review.stars })} />
            </header>
            <ReviewWords text={review.text} answer={review.answer?.text ?? null} answerTitle={t('answer')} />
            <ReviewTools
              reviewId={review.id}
              author={review.author.displayName}
              answer={review.answer?.text ?? ''}
              creatorId={creatorId}
            />
          </article>
        </li>
      ))}
    </ul>
  );
}

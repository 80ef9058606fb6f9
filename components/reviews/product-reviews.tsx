import { useFormatter, useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Stars } from '@/components/ui/stars';
import type { Review } from '@/lib/catalog/rating';
import type { Product } from '@/lib/catalog/types';
import { ReviewList } from './review-list';
import { WriteReview } from './write-review-client';

type Props = { product: Product; reviews: Review[]; hasMore: boolean };

/** Reviews on a product's page: average, newest reviews, and the button to write one. */
export function ProductReviews({ product, reviews, hasMore }: Props) {
  const t = useTranslations('reviews');
  const format = useFormatter();
  return (
    <section aria-labelledby="reviews">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="reviews" className="scroll-mt-24 text-2xl font-bold">
            {t('title')}
          </h2>
          {product.rating && (
            <p className="mt-1 flex flex-wrap items-center gap-2">
              <b className="font-display text-xl tabular-nums">
                {format.number(product.rating.average, { maximumFractionDigits: 1 })}
              </b>
              <Stars value={product.rating.average} label={t('stars', { value: product.rating.average })} />
              <span className="text-muted">{t('count', { count: product.rating.count })}</span>
            </p>
          )}
        </div>
        <WriteReview productId={product.id} name={product.name} creatorId={product.creatorId} />
      </div>
      {reviews.length === 0 ? (
        <p className="rounded-card border border-dashed border-line p-6 text-center text-muted">{t('empty')}</p>
      ) : (
        <ReviewList reviews={reviews} creatorId={product.creatorId} />
      )}
      {hasMore && (
        <ButtonLink href={`/p/${product.slug}/reviews`} prefetch={false} className="mt-4">
          {t('allReviews', { count: product.rating?.count ?? 0 })}
        </ButtonLink>
      )}
    </section>
  );
}

import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link-client';
import { Stars } from '@/components/ui/stars';
import type { Praise } from '@/lib/catalog/rating';

/** Reviews by owners of products; renders nothing without any. */
export function Reviews({ reviews }: { reviews: Praise[] }) {
  const t = useTranslations('home.reviews');
  if (reviews.length === 0) return null;
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" className="text-2xl font-bold">
        {t('title')}
      </h2>
      <p className="mt-1 mb-5 text-sm text-muted">{t('source')}</p>
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-3">
        {reviews.map(({ id, stars, text, author, product }) => (
          <li key={id} className="min-w-0">
            <figure className="flex h-full flex-col rounded-card border border-line bg-surface p-5">
              <Stars value={stars} label={t('stars', { value: stars })} className="mb-3" />
              <blockquote className="line-clamp-6 flex-1 text-pretty wrap-anywhere">{t('quote', { text })}</blockquote>
              <figcaption className="mt-3 text-sm text-muted">
                {author} ·{' '}
                <Link
                  href={`/p/${product.slug}`}
                  prefetch={false}
                  className="inline-flex min-h-11 items-center font-medium text-link wrap-anywhere hover:underline"
                >
                  {product.name}
                </Link>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

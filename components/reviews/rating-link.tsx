import { useTranslations } from 'next-intl';
import { Stars } from '@/components/ui/stars';
import type { Rating } from '@/lib/catalog/rating';

/** Average beside a product's name; links to the reviews below. */
export function RatingLink({ rating }: { rating: Rating }) {
  const t = useTranslations('reviews');
  return (
    <a
      href="#reviews"
      className="inline-flex min-h-11 flex-wrap items-center gap-x-2 text-sm font-medium hover:underline"
    >
      <Stars value={rating.average} label={t('stars', { value: rating.average })} />
      {t('count', { count: rating.count })}
    </a>
  );
}

import { useFormatter, useTranslations } from 'next-intl';
import { Star } from '@/components/ui/icons/shop';
import type { Rating } from '@/lib/catalog/rating';

export type CardFactsData = {
  rating: Rating | null;
  /** Number of buyers, rounded down. */
  buyers: number | null;
  /** The versions of the game, from the lowest to the highest. */
  versions: string | null;
  /** The day of a future event or reservation, `YYYY-MM-DD`. */
  date: string | null;
};

/** Facts for choosing: rating, buyers, game versions, and the date of an event or reservation. */
export function CardFacts({ rating, buyers, versions, date }: CardFactsData) {
  const t = useTranslations('product.facts');
  const format = useFormatter();
  const facts = [
    rating && (
      <span key="rating" className="inline-flex items-center gap-1">
        <Star aria-hidden className="size-3.5 fill-star text-star" />
        <span className="sr-only">{t('rating', { average: rating.average, count: rating.count })}</span>
        <span aria-hidden>
          {format.number(rating.average, 'tenths')} ({format.number(rating.count)})
        </span>
      </span>
    ),
    buyers !== null && <span key="buyers">{t('buyers', { count: buyers })}</span>,
    date && <span key="date">{format.dateTime(new Date(date), 'day')}</span>,
    versions && <span key="versions">{versions}</span>,
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return <p className="flex flex-wrap gap-x-2 text-xs text-muted tabular-nums">{facts}</p>;
}

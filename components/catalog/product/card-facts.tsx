import { useFormatter, useTranslations } from 'next-intl';
import { Star } from '@/components/ui/icons/shop';
import type { Rating } from '@/lib/catalog/rating';

export type CardFactsData = {
  rating: Rating | null;
  /** How often it was ordered at least. */
  orders: number | null;
  /** The versions of the game, from the lowest to the highest. */
  versions: string | null;
  /** The day of an event or a reservation, `YYYY-MM-DD`. */
  date: string | null;
};

/** What helps to choose: rating, orders, versions of the game, and the day of an event or a reservation. */
export function CardFacts({ rating, orders, versions, date }: CardFactsData) {
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
    orders !== null && <span key="orders">{t('orders', { count: orders })}</span>,
    date && <span key="date">{format.dateTime(new Date(date), 'day')}</span>,
    versions && <span key="versions">{versions}</span>,
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return <p className="flex flex-wrap gap-x-2 text-xs text-muted tabular-nums">{facts}</p>;
}

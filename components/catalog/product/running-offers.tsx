import { useFormatter, useTranslations } from 'next-intl';
import { CalendarClock } from '@/components/ui/icons/shop';
import type { RunningOffer } from '@/lib/catalog/running-offers';

/** End and reason of a product's offers. */
export function RunningOffers({ offers }: { offers: RunningOffer[] }) {
  const t = useTranslations('productPage');
  const format = useFormatter();
  if (offers.length === 0) return null;
  return (
    <ul className="mb-4 space-y-1 rounded-control border border-line bg-surface px-4 py-3 text-sm">
      {offers.map((offer) => (
        <li key={offer.id} className="flex items-center gap-2">
          <CalendarClock aria-hidden className="size-4 shrink-0 text-good" />
          <span>
            <b>{t('offerUntil', { day: format.dateTime(new Date(offer.lastDay), 'day') })}</b>
            {offer.edition && <span>{` · ${offer.edition}`}</span>}
            {offer.description && <span>{` · ${offer.description}`}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

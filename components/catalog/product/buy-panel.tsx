import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { CalendarClock, Download, ListChecks, RefreshCw, ShieldCheck } from '@/components/ui/icons/shop';
import { groupOffers, type Offer } from '@/lib/catalog/offers';
import type { Product } from '@/lib/catalog/types';
import { formatCents } from '@/lib/core/money';
import { BuySteps } from './buy-steps-client';
import { EditionTiles } from './edition-tiles';
import { PriceTag } from './price-tag-client';

type Props = { product: Product; offers: Offer[]; clubPercent: number };
type DeliveryProps = { of: string; isDownload: boolean; isReservation: boolean; releaseDate: string | null };

/** When one gets what: a reservation says the day, and promises nothing before it. */
function Delivery({ of, isDownload, isReservation, releaseDate }: DeliveryProps) {
  const t = useTranslations('product');
  const format = useFormatter();
  if (!isReservation) {
    const Icon = isDownload ? Download : ListChecks;
    return (
      <li data-of={of} className="flex gap-2">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
        {t(isDownload ? 'included.download' : 'included.whitelist')}
      </li>
    );
  }
  const date = releaseDate && format.dateTime(new Date(releaseDate), 'day');
  const known = isDownload ? 'releases' : 'starts';
  return (
    <li data-of={of} className="flex gap-2 font-medium text-warn">
      <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0" />
      {date ? t(known, { date }) : t('releasesSometime')}
    </li>
  );
}

/** Editions, price, buttons, and what one gets. Every edition is in the HTML; the address says which is shown. */
export function BuyPanel({ product, offers, clubPercent }: Props) {
  const t = useTranslations('product');
  const locale = useLocale();
  const { id, slug, name, clubOnly, available, inStock, downloadable } = product;
  const bought = { id, slug, name, clubOnly, available, inStock, downloadable };
  const deliveries = groupOffers(offers, (offer) => (offer.reservation ? (offer.releaseDate ?? '') : null));
  return (
    <div data-buy className="scroll-m-20 space-y-4 rounded-card border border-line bg-surface p-4 sm:p-5">
      {offers.length > 1 && <EditionTiles slug={slug} offers={offers} clubOnly={clubOnly} clubPercent={clubPercent} />}
      {offers.map(({ editionId, key, priceCents, offerCents, reservation, lowestCents }, index) => (
        <div key={key} data-of={index} className="space-y-4">
          <div>
            <PriceTag
              price={{ priceCents, offerCents, clubOnly }}
              clubPercent={clubPercent}
              isEdition={editionId !== null}
              large
            />
            {lowestCents !== null && !clubOnly && (
              <p className="mt-1 text-sm text-muted">{t('lowest', { amount: formatCents(lowestCents, locale) })}</p>
            )}
          </div>
          <BuySteps
            product={bought}
            offer={{ editionId, priceCents, offerCents, reservation }}
            clubPercent={clubPercent}
          />
        </div>
      ))}
      <ul className="space-y-1.5 text-sm text-muted">
        {deliveries.map(({ value, of }) => (
          <Delivery
            key={of}
            of={of}
            isDownload={downloadable}
            isReservation={value !== null}
            releaseDate={value || null}
          />
        ))}
        <li className="flex gap-2">
          <RefreshCw aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
          {t('included.updates')}
        </li>
        <li className="flex gap-2">
          <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
          {t('included.secure')}
        </li>
      </ul>
    </div>
  );
}

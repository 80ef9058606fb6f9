import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { CalendarClock, Download, ListChecks, RefreshCw, ShieldCheck } from '@/components/ui/icons/shop';
import type { Offer } from '@/lib/catalog/offers';
import { type Promised, promisesOf } from '@/lib/catalog/promises';
import type { Product } from '@/lib/catalog/types';
import { formatCents } from '@/lib/core/money';
import { type ClubOffer, clubBeside, displayPrice } from '@/lib/pricing';
import { BaseNote } from './base-note';
import { BuySteps } from './buy-steps-client';
import { EditionTiles } from './edition-tiles';
import { PriceTag } from './price-tag-client';

type Props = { product: Product; offers: Offer[]; club: ClubOffer };
type PromiseProps = { of: string; promised: Promised; product: Product };

const icons = {
  download: Download,
  freeDownload: Download,
  whitelist: ListChecks,
  byName: ListChecks,
  updates: RefreshCw,
  secure: ShieldCheck,
};

/** One deliverable, or the day of a reservation or an event. */
function PromiseLine({ of, promised, product: { category, downloadable } }: PromiseProps) {
  const t = useTranslations('productPage');
  const format = useFormatter();
  if (promised.kind !== 'reserved' && promised.kind !== 'over') {
    const Icon = icons[promised.kind];
    return (
      <li data-of={of} className="flex gap-2">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
        {t(`included.${promised.kind}`)}
      </li>
    );
  }
  const date = promised.date && format.dateTime(new Date(promised.date), 'day');
  const begins = category === 'evento' ? 'starts' : 'comesOut';
  const textOf = (day: string) =>
    promised.kind === 'over' ? t('eventOver', { date: day }) : t(downloadable ? 'releases' : begins, { date: day });
  return (
    <li data-of={of} className="flex gap-2 font-medium text-warn">
      <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0" />
      {date ? textOf(date) : t(downloadable ? 'releasesSometime' : 'comesOutSometime')}
    </li>
  );
}

/** Groups the offers by their deliverables. */
function promisesBy(product: Product, offers: Offer[]) {
  const made = new Map<string, { promised: Promised; of: number[] }>();
  for (const [index, offer] of offers.entries()) {
    for (const promised of promisesOf(product, offer)) {
      const key = JSON.stringify(promised);
      made.set(key, { promised, of: [...(made.get(key)?.of ?? []), index] });
    }
  }
  return [...made].map(([key, { promised, of }]) => ({ key, promised, of: of.join(' ') }));
}

/** The other editions with their prices, which the visitor may own; the most expensive today first. */
const otherOffers = (offers: Offer[], offer: Offer) =>
  offers
    .filter((other) => other !== offer)
    .sort((one, other) => displayPrice(other) - displayPrice(one))
    .map(({ editionId, name, priceCents, offerCents }) => ({ editionId, name, priceCents, offerCents }));

/** A bundle of an extension with its base. */
function bundleOfBoth({ base, bundles }: Product) {
  const both = bundles.find(({ products }) => products.some(({ id }) => id === base?.id));
  return both?.name ?? null;
}

/** Editions, price, buttons and deliverables. The HTML contains every edition; the address selects the visible one. */
export function BuyPanel({ product, offers, club }: Props) {
  const t = useTranslations('product');
  const locale = useLocale();
  const { id, slug, name, clubOnly, available, inStock, downloadable } = product;
  const bought = { id, slug, name, clubOnly, available, inStock, downloadable };
  const promises = promisesBy(product, offers);
  return (
    <div data-buy className="scroll-m-20 space-y-4 rounded-card border border-line bg-surface p-4 sm:p-5">
      {offers.length > 1 && <EditionTiles slug={slug} offers={offers} clubOnly={clubOnly} clubPercent={club.percent} />}
      {offers.map((offer, index) => {
        const { editionId, key, priceCents, offerCents, reservation, lowestCents } = offer;
        return (
          <div key={key} data-of={index} className="space-y-4">
            <div>
              <PriceTag
                price={{ priceCents, offerCents, lowestCents, clubOnly }}
                {...clubBeside(club, clubOnly)}
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
              others={otherOffers(offers, offer)}
              clubPercent={club.percent}
            />
          </div>
        );
      })}
      {product.base && <BaseNote base={product.base} bundle={bundleOfBoth(product)} clubPercent={club.percent} />}
      <ul className="space-y-1.5 text-sm text-muted empty:hidden">
        {promises.map(({ key, promised, of }) => (
          <PromiseLine key={key} of={of} promised={promised} product={product} />
        ))}
      </ul>
    </div>
  );
}

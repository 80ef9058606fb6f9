import { useFormatter, useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { buttonStyles } from '@/components/ui/button-styles';
import { classNames } from '@/components/ui/class-names';
import { CalendarClock, Check, Plus } from '@/components/ui/icons/shop';
import { Picture } from '@/components/ui/picture-client';
import { cartPath, type Offer } from '@/lib/catalog/offers';
import { purchaseKind } from '@/lib/catalog/steps';
import type { Product } from '@/lib/catalog/types';
import { type ClubOffer, clubBeside } from '@/lib/pricing';
import { EditionLink } from './edition-link';
import { PriceTag } from './price-tag-client';

type CardProps = { product: Product; offer: Offer; index: number; club: ClubOffer };

/** Contents: the product, or the product and the edition's additions. */
function Contents({ offer }: Pick<CardProps, 'offer'>) {
  const t = useTranslations('productPage');
  const isBase = offer.editionId === null;
  const lines = isBase ? [t('whole'), t('updates')] : [t('everything'), ...offer.includes];
  return (
    <ul className="space-y-1.5 text-sm">
      {lines.map((line, index) => {
        const Icon = index > 0 && !isBase ? Plus : Check;
        return (
          <li key={line} className={classNames('flex gap-2', index === 0 && !isBase && 'text-muted')}>
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            {line}
          </li>
        );
      })}
    </ul>
  );
}

function EditionCard({ product, offer, index, club }: CardProps) {
  const t = useTranslations('product');
  const page = useTranslations('productPage');
  const format = useFormatter();
  const name = offer.name ?? t('standard');
  const date = offer.releaseDate && format.dateTime(new Date(offer.releaseDate), 'day');
  const isSold = product.available && product.inStock;
  return (
    <article
      aria-label={name}
      className="relative flex h-full flex-col gap-4 rounded-card border border-line bg-surface p-4"
    >
      <div data-of={index} className="chosen pointer-events-none rounded-card" />
      <div className="flex gap-4">
        <Picture
          src={offer.coverUrl ?? product.coverUrl}
          alt=""
          width={96}
          height={128}
          sizes="96px"
          className="aspect-3/4 w-20 shrink-0 self-start rounded-control object-cover"
        />
        <div className="min-w-0 space-y-2">
          <h3 className="text-lg leading-tight font-bold">{name}</h3>
          {offer.reservation && <Badge tone="good">{t('reservation')}</Badge>}
          <PriceTag
            price={{
              priceCents: offer.priceCents,
              offerCents: offer.offerCents,
              lowestCents: offer.lowestCents,
              clubOnly: product.clubOnly,
            }}
            {...clubBeside(club, product.clubOnly)}
            isEdition={offer.editionId !== null}
          />
        </div>
      </div>
      <Contents offer={offer} />
      {offer.reservation && (
        <p className="flex gap-2 text-sm text-warn">
          <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0" />
          {date ? page('comesOut', { date }) : page('comesOutSometime')}
        </p>
      )}
      <div className="mt-auto">
        <EditionLink
          slug={product.slug}
          offer={offer}
          className={buttonStyles({ className: 'relative w-full noscript:hidden' })}
        >
          {page('choose', { name })}
          <span data-of={index} className="chosen grid place-items-center bg-surface text-link">
            {page('chosen', { name })}
          </span>
        </EditionLink>
        {isSold && (
          <noscript>
            <a href={cartPath(product.slug, offer)} className={buttonStyles({ variant: 'buy', className: 'w-full' })}>
              {t(purchaseKind(offer))}
            </a>
          </noscript>
        )}
      </div>
    </article>
  );
}

/** Editions side by side, with the additions of each. */
export function EditionCards({ product, offers, club }: { product: Product; offers: Offer[]; club: ClubOffer }) {
  const t = useTranslations('productPage');
  return (
    <section aria-labelledby="editions">
      <h2 id="editions" className="mb-4 scroll-mt-24 text-xl font-bold">
        {t('editions')}
      </h2>
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {offers.map((offer, index) => (
          <li key={offer.key}>
            <EditionCard product={product} offer={offer} index={index} club={club} />
          </li>
        ))}
      </ul>
    </section>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { OwnedMark } from '@/components/account/owned-mark-client';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link-client';
import { Picture } from '@/components/ui/picture-client';
import { cardName } from '@/lib/catalog/card-name';
import type { ProductCardData } from '@/lib/catalog/types';
import { CardFacts, type CardFactsData } from './card-facts';
import { FavoriteButton } from './favorite-button-client';
import { PriceTag } from './price-tag-client';

export type CardProps = {
  product: Pick<
    ProductCardData,
    'id' | 'slug' | 'name' | 'coverUrl' | 'clubOnly' | 'edition' | 'priceCents' | 'offerCents' | 'lowestCents'
  > &
    CardFactsData & { creator: string | null; reservation: boolean };
  clubPercent: number;
  joinCents?: number;
  priority?: boolean;
  heading?: 'h2' | 'h3';
  isPreview?: boolean;
  /** False for a draft without a price, which is not free. */
  hasPrice?: boolean;
};

/**
 * A product in a grid: cover, name, creator, prices. The whole card is a link; a preview has none. A client component,
 * because its data is a tenth of its markup, which the payload would contain again.
 */
export function DrawnCard({
  product,
  clubPercent,
  joinCents,
  priority = false,
  heading: Heading = 'h3',
  isPreview = false,
  hasPrice = true,
}: CardProps) {
  const t = useTranslations('product');
  const nameId = useId();
  const { rating, buyers, versions, date } = product;
  const facts = { rating, buyers, versions, date };
  return (
    <article aria-labelledby={nameId} className="group card">
      <div className="relative aspect-3/4 overflow-hidden bg-raised">
        <Picture
          src={product.coverUrl}
          alt=""
          width={720}
          height={960}
          sizes="(min-width: 1280px) 280px, (min-width: 640px) 33vw, 50vw"
          priority={priority}
          className="absolute inset-0 size-full object-cover transition duration-200 group-hover:scale-[1.03]"
        />
        <div className="absolute top-2.5 left-2.5 flex flex-col items-start gap-1.5">
          {product.clubOnly && <Badge tone="club">{t('clubOnly')}</Badge>}
          {product.reservation && <Badge tone="good">{t('reservation')}</Badge>}
          {product.edition && <Badge>{product.edition}</Badge>}
        </div>
        {/* The favourite button leaves no room for it above. */}
        <div className="absolute bottom-2.5 left-2.5 flex">
          <OwnedMark productId={product.id} />
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-1 p-3 sm:p-4">
        <Heading id={nameId} className="text-base leading-snug font-semibold">
          {isPreview ? (
            cardName(product.name)
          ) : (
            <Link
              href={`/p/${product.slug}`}
              title={product.name}
              className="outline-none after:absolute after:inset-0"
            >
              {cardName(product.name)}
            </Link>
          )}
        </Heading>
        {product.creator && <p className="truncate text-sm text-muted">{product.creator}</p>}
        <CardFacts {...facts} />
        <div className="mt-auto pt-2">
          {hasPrice && <PriceTag price={product} clubPercent={clubPercent} joinCents={joinCents} />}
        </div>
      </div>
      <FavoriteButton productId={product.id} name={product.name} onPicture className="absolute top-1.5 right-1.5" />
    </article>
  );
}

import { versionSpan } from '@/lib/catalog/card-facts';
import type { ProductCardData } from '@/lib/catalog/types';
import { type ClubOffer, clubBeside } from '@/lib/pricing';
import { type CardProps, DrawnCard } from './product-card-client';

type Props = Omit<CardProps, 'product' | 'clubPercent' | 'joinCents'> & { product: ProductCardData; club: ClubOffer };

/** A product in a grid; only the visible fields are sent to the browser. */
export function ProductCard({ product, club, ...rest }: Props) {
  const { id, slug, name, coverUrl, clubOnly, reservation, edition, priceCents, offerCents, lowestCents, creator } =
    product;
  const { rating, buyers, compatible, releaseDate, eventDay, eventOver } = product;
  const date = reservation ? releaseDate : eventOver ? null : eventDay;
  const facts = { rating, buyers, versions: versionSpan(compatible), date };
  const shown = {
    id,
    slug,
    name,
    coverUrl,
    clubOnly,
    reservation,
    edition,
    priceCents,
    offerCents,
    lowestCents,
    ...facts,
  };
  return (
    <DrawnCard
      product={{ ...shown, creator: creator?.displayName ?? null }}
      {...clubBeside(club, clubOnly)}
      {...rest}
    />
  );
}

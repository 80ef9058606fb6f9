import { versionSpan } from '@/lib/catalog/card-facts';
import type { ProductCardData } from '@/lib/catalog/types';
import { type CardProps, DrawnCard } from './product-card-client';

type Props = Omit<CardProps, 'product' | 'joinCents'> & { product: ProductCardData; joinCents: number };

/**
 * A product in a grid; only the visible fields are sent to the browser.
 *
 * @param joinCents the price of a month of the Club, which products of members name
 */
export function ProductCard({ product, joinCents, ...rest }: Props) {
  const { id, slug, name, coverUrl, clubOnly, reservation, edition, priceCents, offerCents, creator } = product;
  const { rating, orders, compatible, category, releaseDate } = product;
  const date = reservation || category === 'evento' ? releaseDate : null;
  const facts = { rating, orders, versions: versionSpan(compatible), date };
  const shown = { id, slug, name, coverUrl, clubOnly, reservation, edition, priceCents, offerCents, ...facts };
  const join = clubOnly ? { joinCents } : {};
  return <DrawnCard product={{ ...shown, creator: creator?.displayName ?? null }} {...join} {...rest} />;
}

import { plain } from '@/lib/core/plain';
import type { Price } from '@/lib/pricing';
import { slugPattern } from './slug';
import type { Edition, Product } from './types';

/** The query parameter of the edition on a product page. */
export const editionParam = 'edicion';

/** An offer of a product page: the product itself, or one of its editions. */
export type Offer = Price &
  Pick<Edition, 'coverUrl' | 'coverBlur' | 'reservation' | 'releaseDate' | 'lowestCents' | 'includes'> & {
    /** Null for the product itself. */
    editionId: string | null;
    /** The edition's name; null for the product itself. */
    name: string | null;
    /** Its value in the query of the page; null for the product itself. */
    key: string | null;
  };

const slugOf = (name: string) =>
  plain(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The part of an offer that a purchase depends on. */
export type BuyOffer = Pick<Offer, 'editionId' | 'priceCents' | 'offerCents' | 'reservation'>;

/** A key per edition: its Spanish name as a slug, or its id if there is no slug or it is ambiguous. */
function keysOf(editions: Edition[]): string[] {
  const words = editions.map(({ spanishName }) => slugOf(spanishName));
  return words.map((word, index) =>
    slugPattern.test(word) && words.filter((other) => other === word).length === 1 ? word : (editions[index]?.id ?? ''),
  );
}

/** The product itself, then its editions in order. */
export function offersOf(product: Product): Offer[] {
  const keys = keysOf(product.editions);
  const { priceCents, offerCents, coverUrl, coverBlur, reservation, releaseDate, lowestCents } = product;
  const itself = { priceCents, offerCents, coverUrl, coverBlur, reservation, releaseDate, lowestCents };
  return [
    { ...itself, editionId: null, name: null, key: null, includes: [] },
    ...product.editions.map(({ id, spanishName: _, ...edition }, index) => ({
      ...edition,
      editionId: id,
      key: keys[index] ?? id,
    })),
  ];
}

/** The address of a product page with an edition. */
export const offerPath = (slug: string, { key }: Pick<Offer, 'key'>): string =>
  key === null ? `/p/${slug}` : `/p/${slug}?${editionParam}=${key}`;

/** The absolute address of a product page with a coupon. */
export const productLink = (siteUrl: string, slug: string, coupon: string): string =>
  `${siteUrl}/p/${slug}?cupon=${encodeURIComponent(coupon)}`;

/** The address of the cart with a product or edition, and the coupon of a link. */
export const cartPath = (slug: string, { editionId }: Pick<Offer, 'editionId'>, coupon: string | null = null): string =>
  `/cart?producto=${slug}${editionId === null ? '' : `&edicion=${editionId}`}${coupon ? `&cupon=${encodeURIComponent(coupon)}` : ''}`;

/**
 * Groups offers by a value, so that a page contains each value once.
 *
 * @returns each value with the indexes of its offers, separated by spaces: the `data-of` of `choiceStyle`
 */
export function groupOffers<Value>(
  offers: Offer[],
  read: (offer: Offer) => Value,
): Array<{ value: Value; of: string }> {
  const places = new Map<Value, number[]>();
  for (const [index, offer] of offers.entries()) {
    const value = read(offer);
    places.set(value, [...(places.get(value) ?? []), index]);
  }
  return [...places].map(([value, indexes]) => ({ value, of: indexes.join(' ') }));
}

/**
 * CSS that shows the chosen one of several offers, so that a static page is right at its first paint. The boot script
 * writes the chosen edition, its key or its id, to `data-edition` on the root. An element with `data-of` is hidden unless
 * it lists the index of the chosen offer. The rules apply only inside `data-offers` with this slug, and so to no other
 * product that the document shows.
 */
export function choiceStyle(slug: string, offers: Offer[]): string {
  const names = ({ key, editionId }: Offer) =>
    [...new Set([key, editionId])]
      .filter((name) => name !== null && slugPattern.test(name))
      .map((name) => `[data-edition="${name}"]`);
  const hidden = (index: number) =>
    `[data-offers="${slug}"] [data-of]:not([data-of~="${index}"]){display:none!important}`;
  const editions = offers.flatMap((offer, index) => (names(offer).length > 0 ? [{ names: names(offer), index }] : []));
  if (editions.length === 0 || !slugPattern.test(slug)) return '';
  const all = editions.flatMap((edition) => edition.names);
  return [
    `:root:not(${all.join()}) ${hidden(0)}`,
    ...editions.map((edition) => `:root:is(${edition.names.join()}) ${hidden(edition.index)}`),
  ].join('');
}

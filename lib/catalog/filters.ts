import { searchPath } from '@/lib/core/http/segments';
import { type Category, type CategoryPath, categoryPaths } from './categories';

/** Sort orders of product lists. */
export const orders = [
  'relevancia',
  'precio_asc',
  'precio_desc',
  'nuevos',
  'populares',
  'vendidos',
  'valorados',
  'actualizados',
] as const;
export type Order = (typeof orders)[number];

/** Filters of product lists, by their query parameters. */
export const filterNames = ['categoria', 'genero', 'version', 'max', 'gratis', 'club', 'ofertas'] as const;
export type FilterName = (typeof filterNames)[number];

/** The chosen filters and order, from the query. */
export type Chosen = Partial<Record<FilterName | 'orden', string>>;

/**
 * A filterable list: the address of its filtered views, which are rendered per request, its own address, and its
 * default order.
 */
export type Listing = {
  path: string;
  home: string;
  order: Order;
  text?: string;
  category?: Category;
  offers?: boolean;
};

/** Search results, best first. */
export const searchListing = (text: string): Listing => ({
  path: searchPath(text),
  home: searchPath(text),
  order: 'relevancia',
  text,
});

/** A category, newest first. */
export const categoryListing = (path: CategoryPath): Listing => ({
  path: `/${path}/filtros`,
  home: `/${path}`,
  order: 'nuevos',
  category: categoryPaths[path],
});

export const offersListing: Listing = { path: '/ofertas/filtros', home: '/ofertas', order: 'populares', offers: true };

/** The filters of a list, without the one that defines it. */
export const filtersOf = ({ category, offers }: Listing): FilterName[] =>
  filterNames.filter((name) => !(name === 'categoria' && category) && !(name === 'ofertas' && offers));

/** The orders of a list, its default first. */
export const ordersOf = ({ order, text }: Listing): Order[] => [
  order,
  ...orders.filter((other) => other !== order && (other !== 'relevancia' || text !== undefined)),
];

/** The chosen order, or the default if the list does not support it. */
export const orderOf = (listing: Listing, chosen: { orden?: string | undefined }): Order =>
  ordersOf(listing).find((order) => order === chosen.orden) ?? listing.order;

/**
 * The address of a list with filters and order. Empty, unknown and default values are omitted.
 *
 * @param cursor the start of the next page
 */
export function addressOf(
  listing: Listing,
  chosen: Readonly<Record<string, string | undefined>>,
  cursor?: string,
): string {
  const params = new URLSearchParams();
  for (const name of filtersOf(listing)) {
    const value = chosen[name]?.trim();
    if (value) params.set(name, value);
  }
  const order = orderOf(listing, chosen);
  if (order !== listing.order) params.set('orden', order);
  if (cursor) params.set('cursor', cursor);
  return params.size === 0 ? listing.home : `${listing.path}?${params}`;
}

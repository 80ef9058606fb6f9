import { searchPath } from '@/lib/core/http/segments';
import { type Category, type CategoryPath, categoryPaths } from './categories';

/** The orders of a list of products. */
export const orders = ['relevancia', 'precio_asc', 'precio_desc', 'nuevos', 'populares'] as const;
export type Order = (typeof orders)[number];

/** What a list can be narrowed down by, under the names of its address. */
export const filterNames = ['categoria', 'genero', 'version', 'max', 'gratis', 'club', 'ofertas'] as const;
export type FilterName = (typeof filterNames)[number];

/** Chosen filters and order, as the address has them: what is not chosen is not there. */
export type Chosen = Partial<Record<FilterName | 'orden', string>>;

/**
 * Where a list stands: the address of its filtered views, which are rendered for each request; that of the list with
 * nothing chosen; and the order it has by itself.
 */
export type Place = {
  path: string;
  home: string;
  order: Order;
  text?: string;
  category?: Category;
  offers?: boolean;
};

/** The results of a search, the best first. */
export const searchPlace = (text: string): Place => ({
  path: searchPath(text),
  home: searchPath(text),
  order: 'relevancia',
  text,
});

/** The list of a category, the newest first. */
export const categoryPlace = (path: CategoryPath): Place => ({
  path: `/${path}/filtros`,
  home: `/${path}`,
  order: 'nuevos',
  category: categoryPaths[path],
});

export const offersPlace: Place = { path: '/ofertas/filtros', home: '/ofertas', order: 'populares', offers: true };

/** The filters that a place offers: not the one that it is. */
export const filtersOf = ({ category, offers }: Place): FilterName[] =>
  filterNames.filter((name) => !(name === 'categoria' && category) && !(name === 'ofertas' && offers));

/** The orders that a place offers, its own first. */
export const ordersOf = ({ order, text }: Place): Order[] => [
  order,
  ...orders.filter((other) => other !== order && (other !== 'relevancia' || text !== undefined)),
];

/** The order that is chosen, or the place's own: an address may name one that the place does not offer. */
export const orderOf = (place: Place, chosen: { orden?: string | undefined }): Order =>
  ordersOf(place).find((order) => order === chosen.orden) ?? place.order;

/**
 * The address of a list with these filters and this order. What a form sends of fields that are empty, unknown here or
 * as they are anyway is left out.
 *
 * @param cursor where the next page begins
 */
export function addressOf(place: Place, chosen: Readonly<Record<string, string | undefined>>, cursor?: string): string {
  const params = new URLSearchParams();
  for (const name of filtersOf(place)) {
    const value = chosen[name]?.trim();
    if (value) params.set(name, value);
  }
  const order = orderOf(place, chosen);
  if (order !== place.order) params.set('orden', order);
  if (cursor) params.set('cursor', cursor);
  return params.size === 0 ? place.home : `${place.path}?${params}`;
}

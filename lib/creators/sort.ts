import { type ProductStatus, productStatuses } from '@/lib/catalog/types';
import type { CreatorProduct } from './types';

export const productColumns = [
  'name',
  'views',
  'orders',
  'status',
  'recentViews',
  'recentOrders',
  'recentRevenueCents',
  'conversion',
] as const;
export type ProductColumn = (typeof productColumns)[number];

export type ProductView = { sort: ProductColumn; descending: boolean; status: ProductStatus | null };

type Query = Record<string, string | string[] | undefined>;

/** How the address sorts and filters the table of a creator's products: `orden` (`-` for descending) and `estado`. */
export function parseProductView({ orden, estado }: Query): ProductView {
  const text = typeof orden === 'string' ? orden : '-views';
  const sort = productColumns.find((column) => column === text.replace(/^-/, ''));
  return {
    sort: sort ?? 'views',
    descending: sort ? text.startsWith('-') : true,
    status: productStatuses.find((status) => status === estado) ?? null,
  };
}

/** The part of the recent views that became an order, from 0; null without a view. */
export const conversionOf = ({ recentViews, recentOrders }: CreatorProduct): number | null =>
  recentViews === 0 ? null : recentOrders / recentViews;

/** The products of a view, in its order; equal ones keep their order. */
export function arrangeProducts(products: CreatorProduct[], view: ProductView, locale: string): CreatorProduct[] {
  const direction = view.descending ? -1 : 1;
  const compare = (a: CreatorProduct, b: CreatorProduct) => {
    const { sort } = view;
    if (sort === 'name' || sort === 'status') return a[sort].localeCompare(b[sort], locale);
    if (sort === 'conversion') return (conversionOf(a) ?? -1) - (conversionOf(b) ?? -1);
    return a[sort] - b[sort];
  };
  return products
    .filter((product) => !view.status || product.status === view.status)
    .toSorted((a, b) => direction * compare(a, b));
}

import { type ProductStatus, productStatuses } from '@/lib/catalog/types';
import type { CreatorProduct } from './types';

export const productColumns = ['name', 'views', 'orders', 'status'] as const;
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

/** The products of a view, in its order; equal ones keep their order. */
export function arrangeProducts(products: CreatorProduct[], view: ProductView, locale: string): CreatorProduct[] {
  const direction = view.descending ? -1 : 1;
  const compare = (a: CreatorProduct, b: CreatorProduct) => {
    if (view.sort === 'views' || view.sort === 'orders') return a[view.sort] - b[view.sort];
    return a[view.sort].localeCompare(b[view.sort], locale);
  };
  return products
    .filter((product) => !view.status || product.status === view.status)
    .toSorted((a, b) => direction * compare(a, b));
}

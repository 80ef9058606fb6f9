import { type ProductStatus, productStatuses } from '@/lib/catalog/types';
import type { PageQuery } from '@/lib/core/http/page-query';
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

export type ProductView = { sort: ProductColumn; descending: boolean; status: ProductStatus | null; page: number };

export const productsPerPage = 50;
const mostPages = 10_000;

/** Parses the view of a creator's products: `orden` (`-` for descending), `estado` and `pagina`, from 1. */
export function parseProductView({ orden, estado, pagina }: PageQuery): ProductView {
  const text = typeof orden === 'string' ? orden : '-views';
  const sort = productColumns.find((column) => column === text.replace(/^-/, ''));
  return {
    sort: sort ?? 'views',
    descending: sort ? text.startsWith('-') : true,
    status: productStatuses.find((status) => status === estado) ?? null,
    page: Math.min(Math.max(Math.trunc(Number(pagina)) || 1, 1), mostPages),
  };
}

/** The share of recent views that became an order; null without views. */
export const conversionOf = ({ recentViews, recentOrders }: CreatorProduct): number | null =>
  recentViews === 0 ? null : recentOrders / recentViews;

import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { tags } from '@/lib/core/cache/tags';
import type { Locale } from '@/lib/core/i18n/locales';
import { pageOf } from '@/lib/core/supabase/cursor';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';
import { afterProduct, listedProducts, readCards } from './cards';
import { type Category, type CategoryPath, categoryPaths } from './categories';
import type { ProductCardData } from './types';

/** Products per page of categories and search results. */
export const pageSize = 24;

export type CategoryPage = { products: ProductCardData[]; next: string | null };

/**
 * One page of a category, newest first.
 *
 * @param after slug of the last product of the previous page; null for the first page
 * @returns the products and the `after` of the next page; null if nothing of this category follows `after`
 */
export async function getCategoryPage(
  locale: Locale,
  category: Category,
  after: string | null,
): Promise<CategoryPage | null> {
  'use cache';
  cacheTag(tags.section(category));
  cacheLife('hours');
  let query = listedProducts()
    .eq('category', category)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(pageSize + 1);
  if (after) {
    const last = await dataOf(
      'category query',
      createPublicClient()
        .from('productos')
        .select('id,created_at')
        .eq('slug', after)
        .eq('category', category)
        .maybeSingle(),
    );
    if (!last) return null;
    query = afterProduct(query, last);
  }
  const { shown: products, next } = pageOf(await readCards(query, locale), pageSize, ({ slug }) => slug);
  return after && products.length === 0 ? null : { products, next };
}

/** The slug of the newest product of a category, for a page that the build renders. */
export async function getNewestOf(path: CategoryPath): Promise<string[]> {
  const data = await dataOf(
    'newest product query',
    createPublicClient()
      .from('productos')
      .select('slug')
      .eq('status', 'approved')
      .eq('category', categoryPaths[path])
      .order('created_at', { ascending: false })
      .order('id')
      .limit(1),
  );
  return data.map(({ slug }) => slug);
}

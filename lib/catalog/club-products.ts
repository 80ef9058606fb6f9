import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { tags } from '@/lib/core/cache/tags';
import type { Locale } from '@/lib/core/i18n/locales';
import { orMissing } from '@/lib/core/sections';
import { displayPrice } from '@/lib/pricing';
import { listedProducts, readCards } from './cards';
import { categories } from './categories';
import type { ProductCardData } from './types';

export type ClubProducts = {
  /** The most viewed of these products. */
  shown: ProductCardData[];
  count: number;
  /** The total price of all of them today, in cents. */
  cents: number;
};

const mostCounted = 200;

/**
 * The products that the Club includes now: the most viewed ones, their number and their total price in cents, both of
 * 200 products at most. Null if they cannot be read.
 *
 * @param most length of the list
 */
export async function getClubProducts(locale: Locale, most: number): Promise<ClubProducts | null> {
  'use cache';
  cacheTag(...categories.map(tags.section));
  cacheLife({ stale: 300, revalidate: 300, expire: 3600 });
  return orMissing('club products', async () => {
    const query = listedProducts()
      .eq('club_only', true)
      // Products that cannot be claimed are left out.
      .eq('disponibilidad', true)
      .eq('stock', true)
      .or('unidades.is.null,unidades.gt.0')
      .order('visitas', { ascending: false })
      .order('id');
    const all = await readCards(query.limit(mostCounted), locale);
    return {
      shown: all.slice(0, most),
      count: all.length,
      cents: all.reduce((sum, product) => sum + displayPrice(product), 0),
    };
  });
}

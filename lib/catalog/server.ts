import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import type { Locale } from '@/lib/core/i18n/locales';
import { orMissing } from '@/lib/core/sections';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';
import { getCardsInOrder, listedProducts, readCards } from './cards';
import type { ProductCardData } from './types';

/** The most viewed products; null if they cannot be read. */
export async function getTrending(locale: Locale, count: number): Promise<ProductCardData[] | null> {
  'use cache';
  cacheTag(tags.home);
  cacheLife('hours');
  return orMissing('trending', () =>
    readCards(listedProducts().order('visitas', { ascending: false }).order('id').limit(count), locale),
  );
}

/** The newest products; null if they cannot be read. */
export async function getNewest(locale: Locale, count: number): Promise<ProductCardData[] | null> {
  'use cache';
  cacheTag(tags.home);
  cacheLife('hours');
  return orMissing('newest', () =>
    readCards(listedProducts().order('created_at', { ascending: false }).order('id').limit(count), locale),
  );
}

/** Featured products within their dates, in their order; null if they cannot be read. */
export async function getFeatured(locale: Locale, count: number): Promise<ProductCardData[] | null> {
  'use cache';
  cacheTag(tags.home);
  cacheLife('hours');
  return orMissing('featured', async () => {
    const ids = await readRpc(createPublicClient(), 'destacados_ahora', {}, z.array(z.string()));
    return getCardsInOrder(locale, ids.slice(0, count));
  });
}

/** Cards of products on sale in the given order. */
export async function getCards(locale: Locale, ids: string[]): Promise<ProductCardData[]> {
  'use cache';
  cacheTag(tags.home);
  cacheLife('hours');
  return getCardsInOrder(locale, ids);
}

export type Banner = { url: string };

/** The banner of a product on sale, or `none`; null if it cannot be read. */
export async function getBanner(slug: string): Promise<Banner | 'none' | null> {
  'use cache';
  cacheTag(tags.card(slug));
  cacheLife('hours');
  return orMissing('banner', async () => {
    const data = await dataOf(
      'banner query',
      createPublicClient().from('productos').select('banner_url').eq('slug', slug).maybeSingle(),
    );
    return data?.banner_url ? { url: data.banner_url } : 'none';
  });
}

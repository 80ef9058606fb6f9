import 'server-only';
import { cacheLife } from 'next/cache';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { orMissing } from '@/lib/core/sections';
import { createPublicClient } from '@/lib/core/supabase/server';
import { getCardsById, listedProducts, readCards } from './cards';
import type { Category } from './categories';
import type { ProductCardData } from './types';

const relatedRow = z.object({ id: z.string() });

/**
 * The most viewed products of the same category, in an order derived from the slug, so that pages recommend different
 * ones.
 */
async function getNeighbours(locale: Locale, product: { slug: string; category: Category }) {
  const candidates = await readCards(
    listedProducts()
      .eq('category', product.category)
      .neq('slug', product.slug)
      .order('visitas', { ascending: false })
      .limit(6),
    locale,
  );
  const start = [...product.slug].reduce((sum, character) => sum + character.charCodeAt(0), 0);
  return candidates
    .map((card, index) => ({ card, rank: (start * (index + 3)) % 7 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ card }) => card);
}

const relatedShown = 3;

type Neighbour = { id: string; slug: string; category: Category };

/**
 * Three products that buyers of this one also own, filled up from its category. It changes within hours. Null if it
 * cannot be read.
 */
export async function getRelated(locale: Locale, product: Neighbour): Promise<ProductCardData[] | null> {
  'use cache';
  cacheLife('hours');
  return orMissing('related', () => readRelated(locale, product));
}

async function readRelated(locale: Locale, product: Neighbour): Promise<ProductCardData[]> {
  const asked = { p_producto: product.id, p_limite: relatedShown };
  const bought = await readRpc(createPublicClient(), 'relacionados_de', asked, z.array(relatedRow));
  const found = await getCardsById(
    locale,
    bought.map(({ id }) => id),
  );
  const also = bought.flatMap(({ id }) => found.get(id) ?? []);
  if (also.length >= relatedShown) return also;
  const neighbours = await getNeighbours(locale, product);
  return [...also, ...neighbours.filter(({ id }) => !found.has(id))].slice(0, relatedShown);
}

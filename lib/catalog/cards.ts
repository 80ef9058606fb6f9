import 'server-only';
import { cacheTag } from 'next/cache';
import { tags } from '@/lib/core/cache/tags';
import type { Locale } from '@/lib/core/i18n/locales';
import { afterCursor } from '@/lib/core/supabase/cursor';
import { type Answer, dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';
import { cardColumns, parseCard } from './rows';
import type { CreatorRef, ProductCardData } from './types';

// Cached queries live for hours, so a failing query must throw: nothing is cached, the previous page stays, and a build
// without a database fails. Optional lists are read with `orMissing`.

/** A query for the cards of all products on sale. */
export function listedProducts() {
  return createPublicClient().from('productos').select(cardColumns).eq('status', 'approved').eq('oculto', false);
}

/** Restricts a list, newest first, to the products after a given one. */
export function afterProduct(query: ReturnType<typeof listedProducts>, last: { id: string; created_at: string }) {
  return query.lte('created_at', last.created_at).or(afterCursor([last.created_at, last.id]));
}

/** The tags of a cached page that shows a creator's name. */
export const bylineOf = (creator: CreatorRef | null) => (creator ? [tags.byline(creator.displayName)] : []);

/** Reads the cards of a list in a cached query, with their cache tags. */
export async function readCards(query: PromiseLike<Answer<unknown[]>>, locale: Locale) {
  const data = await dataOf('catalogue query', query);
  const found = data.map((row) => parseCard(row, locale));
  for (const { slug, creator } of found) cacheTag(tags.card(slug), ...bylineOf(creator));
  return found;
}

/** Cards of products on sale by id, for a cached query, with their cache tags. */
export async function getCardsById(locale: Locale, ids: string[]): Promise<Map<string, ProductCardData>> {
  if (ids.length === 0) return new Map();
  const found = await readCards(listedProducts().in('id', ids).limit(ids.length), locale);
  return new Map(found.map((card) => [card.id, card]));
}

/** The same, in the order of the ids. */
export async function getCardsInOrder(locale: Locale, ids: string[]): Promise<ProductCardData[]> {
  const found = await getCardsById(locale, ids);
  return ids.flatMap((id) => found.get(id) ?? []);
}

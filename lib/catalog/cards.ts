import 'server-only';
import { cacheTag } from 'next/cache';
import { tags } from '@/lib/core/cache/tags';
import type { Locale } from '@/lib/core/i18n/locales';
import { afterCursor } from '@/lib/core/supabase/cursor';
import { type Answer, dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';
import { cardColumns, parseCard } from './rows';
import type { CreatorRef, ProductCardData } from './types';

// What is cached here is kept for hours: a query that fails must throw, so that nothing of it is kept. The page that
// was made before stays, and a build without a database fails. A list that a page can do without is read with `orMissing`.

/** Every product on sale, as a query for the columns of its card. */
export function listedProducts() {
  return createPublicClient().from('productos').select(cardColumns).eq('status', 'approved').eq('oculto', false);
}

/** What comes after a product in a list that has the newest first. */
export function afterProduct(query: ReturnType<typeof listedProducts>, last: { id: string; created_at: string }) {
  return query.lte('created_at', last.created_at).or(afterCursor([last.created_at, last.id]));
}

/** The tag of a cached page that names whoever made what it shows. */
export const bylineOf = (creator: CreatorRef | null) => (creator ? [tags.byline(creator.displayName)] : []);

/** The products of a list, for a cached query: it is made again when one of them changes. */
export async function readCards(query: PromiseLike<Answer<unknown[]>>, locale: Locale) {
  const data = await dataOf('catalogue query', query);
  const found = data.map((row) => parseCard(row, locale));
  for (const { slug, creator } of found) cacheTag(tags.card(slug), ...bylineOf(creator));
  return found;
}

/** Cards of products on sale, by id. For a cached query: it carries their tags. */
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

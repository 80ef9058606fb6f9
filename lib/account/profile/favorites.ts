import 'server-only';
import { cardColumns, parseCard } from '@/lib/catalog/rows';
import type { ProductCardData } from '@/lib/catalog/types';
import type { Locale } from '@/lib/core/i18n/locales';
import { afterCursor, cursorText, pageOf, parseCursor } from '@/lib/core/supabase/cursor';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';

export type FavoritePage = { products: ProductCardData[]; next: string | null };

/**
 * The signed-in person's favourites on sale, newest first.
 *
 * @param after the `next` of the previous page; any other value returns the first page
 * @returns up to `count` products, and the cursor of the next page, if any
 */
export async function listFavorites(locale: Locale, after: unknown, count = 60): Promise<FavoritePage> {
  const client = await createRequestClient();
  let query = client
    .from('favoritos')
    .select(`id,created_at,productos!inner(${cardColumns})`)
    .eq('productos.status', 'approved')
    .eq('productos.oculto', false)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(count + 1);
  const last = parseCursor(after);
  if (last) query = query.lte('created_at', last[0]).or(afterCursor(last));
  const data = await dataOf('favourites query', query);
  const { shown, next } = pageOf(data, count, ({ created_at, id }) => cursorText(created_at, id));
  return { products: shown.map(({ productos }) => parseCard(productos, locale)), next };
}

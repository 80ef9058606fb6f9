import 'server-only';
import { cardColumns, parseCard } from '@/lib/catalog/rows';
import type { ProductCardData } from '@/lib/catalog/types';
import type { Locale } from '@/lib/core/i18n/locales';
import { createRequestClient } from '@/lib/core/supabase/server';

/** The signed-in person's favourites, newest first. Products that are no longer on sale are left out, as in their count. */
export async function getFavorites(locale: Locale, count: number): Promise<ProductCardData[]> {
  const client = await createRequestClient();
  const { data, error } = await client
    .from('favoritos')
    .select(`created_at,productos!inner(${cardColumns})`)
    .eq('productos.status', 'approved')
    .eq('productos.oculto', false)
    .order('created_at', { ascending: false })
    .limit(count);
  if (error) throw new Error(`favourites query failed: ${error.message}`);
  return data.map(({ productos }) => parseCard(productos, locale));
}

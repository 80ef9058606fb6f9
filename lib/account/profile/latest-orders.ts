import 'server-only';
import { z } from 'zod';
import { getMe } from '@/lib/account/server';
import type { Me } from '@/lib/account/types';
import { inLanguage, names } from '@/lib/catalog/rows';
import type { Locale } from '@/lib/core/i18n/locales';
import { countOf, dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';

const row = z.object({
  id: z.string(),
  created_at: z.string(),
  productos: z.object({ ...names, portada_url: z.string() }).nullable(),
});

/** `name`: null if the product is deleted. */
export type LatestOrder = { id: string; name: string | null; coverUrl: string | null; boughtAt: Date };

/**
 * The number of licences of a person.
 *
 * @throws if they cannot be counted
 */
export async function countOwned(me: Me): Promise<number> {
  const client = await createRequestClient();
  return countOf(
    'number of orders query',
    client
      .from('adquisiciones')
      .select('id', { count: 'exact', head: true })
      .eq('user_id', me.id)
      .is('revocada_at', null),
  );
}

/** The last orders of the signed-in person, for the account panel. */
export async function getLatestOrders(locale: Locale, count: number): Promise<LatestOrder[]> {
  const me = await getMe();
  if (!me) return [];
  const client = await createRequestClient();
  const data = await dataOf(
    'orders query',
    client
      .from('adquisiciones')
      .select('id,created_at,productos(nombre,nombre_en,portada_url)')
      .eq('user_id', me.id)
      .order('created_at', { ascending: false })
      .limit(count),
  );
  return z
    .array(row)
    .parse(data)
    .map((order) => ({
      id: order.id,
      name: order.productos ? inLanguage(locale, order.productos.nombre, order.productos.nombre_en) : null,
      coverUrl: order.productos?.portada_url ?? null,
      boughtAt: new Date(order.created_at),
    }));
}

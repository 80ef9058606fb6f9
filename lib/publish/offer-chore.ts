import 'server-only';
import { z } from 'zod';
import { readRpcRows } from '@/lib/core/action/rpc';
import { makeStale } from '@/lib/core/cache/stale';
import { tags } from '@/lib/core/cache/tags';
import { createAdminClient } from '@/lib/core/supabase/admin';

const row = z.object({ producto_id: z.string(), slug: z.string() });

/**
 * Applies offers that started or ended to the prices, and revalidates their pages. Buyers pay the current price,
 * regardless of the page they saw.
 *
 * @returns the number of products
 */
export async function followOffers(): Promise<number> {
  const changed = await readRpcRows(createAdminClient(), 'ofertas_por_mostrar', {}, 'producto_id', row);
  makeStale({
    now: changed.map(({ slug }) => tags.product(slug)),
    soon: [...changed.map(({ slug }) => tags.card(slug)), ...(changed.length > 0 ? [tags.offers] : [])],
  });
  return changed.length;
}

import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';

const row = z
  .object({
    id: z.string(),
    slug: z.string(),
    nombre: z.string(),
    desde: z.string().nullable(),
    hasta: z.string().nullable(),
    estado: z.enum(['activo', 'programado', 'terminado', 'oculto']),
  })
  .transform((item) => ({
    id: item.id,
    slug: item.slug,
    name: item.nombre,
    from: item.desde,
    to: item.hasta,
    state: item.estado,
  }));

export type FeaturedProduct = z.output<typeof row>;

const answer = z.object({ en: z.array(z.string()), destacados: z.array(row) });

/**
 * The featured products, and those shown at a moment.
 *
 * @param moment in Spanish time, `YYYY-MM-DDTHH:MM`; null is now
 */
export async function getFeaturedList(
  moment: string | null,
): Promise<{ products: FeaturedProduct[]; shownIds: string[] }> {
  const found = await readRpc(createRequestClient(), 'admin_destacados', { p_momento: moment }, answer);
  return { products: found.destacados, shownIds: found.en };
}

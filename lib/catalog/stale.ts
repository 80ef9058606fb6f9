import 'server-only';
import { z } from 'zod';
import type { Stale } from '@/lib/core/cache/stale';
import { tags } from '@/lib/core/cache/tags';
import { createRequestClient } from '@/lib/core/supabase/server';

const place = z
  .object({ slug: z.string(), category: z.string(), usuarios_meta: z.object({ display_name: z.string() }) })
  .transform((row) => ({
    slug: row.slug,
    lists: [tags.section(row.category), tags.creator(row.usuarios_meta.display_name), tags.offers],
  }));

const approvedRow = z.object({ es_nueva: z.boolean(), producto_id: z.string(), productos: place });

/** The products that the bundles of a product sell with it, and whose pages offer them. */
async function inBundlesOf(productId: string): Promise<string[]> {
  const { data, error } = await (await createRequestClient())
    .from('bundles')
    .select('bundles_productos(productos(slug))')
    .eq('producto_id', productId)
    .order('orden')
    .limit(100);
  if (error) throw new Error(`bundles query failed: ${error.message}`);
  const products = data.flatMap(({ bundles_productos }) => bundles_productos.map(({ productos }) => productos));
  return [...new Set(products.flatMap((product) => (product ? [product.slug] : [])))];
}

/**
 * What an approved revision makes stale. A product that is new on sale, or comes back, may have been looked for in vain,
 * so its page is made at once.
 *
 * @throws when the database does not answer
 */
export async function staleByApproval(revisionId: string): Promise<Stale> {
  const { data, error } = await (await createRequestClient())
    .from('revisiones_producto')
    .select('es_nueva,producto_id,productos(slug,category,usuarios_meta!productos_usuario_id_fkey(display_name))')
    .eq('id', revisionId)
    .single();
  if (error) throw new Error(`revision query failed: ${error.message}`);
  const { es_nueva, producto_id, productos } = approvedRow.parse(data);
  const { slug, lists } = productos;
  const others = (await inBundlesOf(producto_id)).filter((other) => other !== slug).map(tags.product);
  return es_nueva
    ? { now: [tags.product(slug)], soon: [tags.card(slug), tags.home, ...lists, ...others] }
    : { soon: [tags.product(slug), tags.card(slug), ...lists, ...others] };
}

/**
 * What an admin's edit of a product makes stale. Its own page is made at once: it may be off sale now.
 *
 * @param slugBefore the slug that it had, if it was changed
 * @throws when the database does not answer
 */
export async function staleByEdit(id: string, slugBefore: string): Promise<Stale> {
  const { data, error } = await (await createRequestClient())
    .from('productos')
    .select('slug,category,usuarios_meta!productos_usuario_id_fkey(display_name)')
    .eq('id', id)
    .single();
  if (error) throw new Error(`product query failed: ${error.message}`);
  const { slug, lists } = place.parse(data);
  const slugs = [...new Set([slugBefore, slug])];
  return { now: slugs.map(tags.product), soon: [tags.home, ...lists, ...slugs.map(tags.card)] };
}

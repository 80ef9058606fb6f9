import 'server-only';
import { z } from 'zod';
import type { Stale } from '@/lib/core/cache/stale';
import { tags } from '@/lib/core/cache/tags';
import { maxRows, readAllRows } from '@/lib/core/supabase/all-rows';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient, type RequestClient } from '@/lib/core/supabase/server';

const productPages = z
  .object({
    slug: z.string(),
    category: z.string(),
    usuarios_meta: z.object({ display_name: z.string() }),
    base: z.object({ slug: z.string() }).nullable(),
  })
  .transform((row) => ({
    slug: row.slug,
    lists: [
      tags.section(row.category),
      tags.creator(row.usuarios_meta.display_name),
      tags.offers,
      // The page of its base lists an extension.
      ...(row.base ? [tags.product(row.base.slug)] : []),
    ],
  }));

const approvedRow = z.object({ es_nueva: z.boolean(), producto_id: z.string(), productos: productPages });

type Client = Pick<RequestClient, 'from'>;

type PackRow = {
  bundle_id: string;
  bundles: { bundles_productos: Array<{ producto_id: string; productos: { slug: string } | null }> };
};

/**
 * The tags of pages with a pack that contains this product.
 * @throws if the database does not answer
 */
export async function pagesOfPacks(client: Client, productId: string): Promise<string[]> {
  const packs = await readAllRows<PackRow>('packs', (last) => {
    const page = client
      .from('bundles_productos')
      .select('bundle_id,bundles(bundles_productos(producto_id,productos(slug)))')
      .eq('producto_id', productId)
      .order('bundle_id')
      .limit(maxRows);
    return last ? page.gt('bundle_id', last.bundle_id) : page;
  });
  const others = packs.flatMap(({ bundles }) =>
    bundles.bundles_productos.filter((row) => row.producto_id !== productId),
  );
  return [...new Set(others.flatMap(({ productos }) => (productos ? [tags.product(productos.slug)] : [])))];
}

/**
 * Tags revalidated by an approved revision. The page of a newly published product is rendered at once, because an
 * earlier request may have cached a 404.
 *
 * @throws if the database does not answer
 */
export async function staleByApproval(revisionId: string): Promise<Stale> {
  const client = await createRequestClient();
  const data = await dataOf(
    'revision query',
    client
      .from('revisiones_producto')
      .select(
        'es_nueva,producto_id,productos(slug,category,usuarios_meta!productos_usuario_id_fkey(display_name),base:base_id(slug))',
      )
      .eq('id', revisionId)
      .single(),
  );
  const { es_nueva, producto_id, productos } = approvedRow.parse(data);
  const { slug, lists } = productos;
  const others = await pagesOfPacks(client, producto_id);
  return es_nueva
    ? { now: [tags.product(slug)], soon: [tags.card(slug), tags.home, ...lists, ...others] }
    : { soon: [tags.product(slug), tags.card(slug), ...lists, ...others] };
}

/**
 * Tags revalidated by an admin's edit or a creator's archiving. The product's page and bundles with it expire at once,
 * because it may be off sale.
 *
 * @param slugBefore the slug before the edit
 * @throws if the database does not answer
 */
export async function staleByEdit(id: string, slugBefore: string): Promise<Stale> {
  const client = await createRequestClient();
  const data = await dataOf(
    'product query',
    client
      .from('productos')
      .select('slug,category,usuarios_meta!productos_usuario_id_fkey(display_name),base:base_id(slug)')
      .eq('id', id)
      .single(),
  );
  const { slug, lists } = productPages.parse(data);
  const slugs = [...new Set([slugBefore, slug])];
  const others = await pagesOfPacks(client, id);
  return { now: slugs.map(tags.product), soon: [tags.home, ...lists, ...slugs.map(tags.card), ...others] };
}

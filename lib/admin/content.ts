import 'server-only';
import { z } from 'zod';
import type { Locale } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import { toDraft } from '@/lib/publish/content';
import type { ProductDraft } from '@/lib/publish/types';
import { findWaitingRevision } from './waiting-revision';

const columns =
  'id,slug,nombre,nombre_en,acerca_de,acerca_de_en,descripcion,descripcion_en,portada_url,portada_blur,banner_url,banner_blur,video_trailer,desarrollador,publisher,generos,aviso_legal,aviso_legal_en,precio,category,imagenes_producto(url,ancho,alto,blur),ediciones(id,nombre,nombre_en,precio,incluye,incluye_en,portada_url,portada_blur),bundles!bundles_producto_id_fkey(id,nombre,nombre_en,descripcion,descripcion_en,precio,bundles_productos(producto_id)),usuarios_meta!productos_usuario_id_fkey(display_name)';

const found = z.looseObject({
  id: z.string(),
  slug: z.string(),
  usuarios_meta: z.object({ display_name: z.string() }).nullable(),
  imagenes_producto: z.array(z.unknown()),
  // A removed bundle keeps its row for past sales, without products.
  bundles: z.array(z.looseObject({ bundles_productos: z.array(z.object({ producto_id: z.string() })) })),
});

/** The current texts and pictures of a product for their form, and the id of its revision in the queue, if any. */
export type ProductContent = {
  id: string;
  creator: string;
  waitingRevision: string | null;
  draft: ProductDraft;
};

/**
 * The texts and pictures of a product in any state, of its editions and of its bundles; null for a pack of UnCoins, and
 * if there is none.
 */
export async function getProductContent(id: string, locale: Locale): Promise<ProductContent | null> {
  if (!isUuid(id)) return null;
  const client = await createRequestClient();
  const [data, waiting] = await Promise.all([
    dataOf(
      'product content query',
      client
        .from('productos')
        .select(columns)
        .eq('id', id)
        .neq('category', 'uncoins')
        .is('imagenes_producto.edicion_id', null)
        .eq('imagenes_producto.es_portada', false)
        .order('orden', { referencedTable: 'imagenes_producto' })
        .eq('ediciones.retirada', false)
        .order('orden', { referencedTable: 'ediciones' })
        .order('orden', { referencedTable: 'bundles' })
        .maybeSingle(),
    ),
    findWaitingRevision(client, id),
  ]);
  if (!data) return null;
  const { slug, imagenes_producto, usuarios_meta, bundles, ...row } = found.parse(data);
  const sold = bundles
    .map(({ bundles_productos, ...bundle }) => ({
      ...bundle,
      productos: bundles_productos.flatMap(({ producto_id }) => (producto_id === id ? [] : producto_id)),
    }))
    .filter(({ productos }) => productos.length > 0);
  return {
    id,
    creator: usuarios_meta?.display_name ?? '',
    waitingRevision: waiting,
    draft: toDraft(slug, { ...row, imagenes: imagenes_producto, bundles: sold }, locale),
  };
}

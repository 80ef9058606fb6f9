import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { maxRows, readAllRows } from '@/lib/core/supabase/all-rows';
import { createPublicClient } from '@/lib/core/supabase/server';
import { bundleRow, inLanguage } from './rows';
import type { Bundle } from './types';

const readMemberships = (productId: string) =>
  readAllRows<{ bundle_id: string; bundles: unknown }>('bundles', (last) => {
    const page = createPublicClient()
      .from('bundles_productos')
      .select(
        'bundle_id,bundles(id,producto_id,orden,nombre,nombre_en,descripcion,descripcion_en,precio,oferta,bundles_productos(productos(id,slug,nombre,nombre_en,precio,oferta,portada_url,portada_blur)))',
      )
      .eq('producto_id', productId)
      .order('bundle_id')
      .limit(maxRows);
    return last ? page.gt('bundle_id', last.bundle_id) : page;
  });

/**
 * The bundles with a product that are for sale: its own in their order, then those of other products. The database
 * selects them, because a visitor cannot see products that were taken down.
 */
export async function getBundles(locale: Locale, productId: string): Promise<Bundle[]> {
  const asked = { p_producto: productId };
  const [onSale, memberships] = await Promise.all([
    readRpc(
      createPublicClient(),
      'bundles_en_venta',
      asked,
      z.array(z.string()).transform((ids) => new Set(ids)),
    ),
    readMemberships(productId),
  ]);
  return memberships
    .filter(({ bundle_id }) => onSale.has(bundle_id))
    .map(({ bundles }) => bundleRow.parse(bundles))
    .sort((a, b) => Number(b.producto_id === productId) - Number(a.producto_id === productId) || a.orden - b.orden)
    .map((row) => ({
      id: row.id,
      name: inLanguage(locale, row.nombre, row.nombre_en),
      description: inLanguage(locale, row.descripcion, row.descripcion_en),
      priceCents: row.precio,
      offerCents: row.oferta,
      products: row.bundles_productos.flatMap(({ productos: item }) =>
        item
          ? [
              {
                id: item.id,
                slug: item.slug,
                name: inLanguage(locale, item.nombre, item.nombre_en),
                coverUrl: item.portada_url,
                coverBlur: item.portada_blur,
                priceCents: item.precio,
                offerCents: item.oferta,
              },
            ]
          : [],
      ),
    }));
}

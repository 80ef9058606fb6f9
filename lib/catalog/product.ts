import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { sanitizeRichText } from '@/lib/core/html';
import type { Locale } from '@/lib/core/i18n/locales';
import { euroAmount } from '@/lib/core/money/euro-amount';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';
import { getBundles } from './bundles';
import { bylineOf, listedProducts, readCards } from './cards';
import { genreName } from './genres';
import { hasPage, inLanguage, parseCard, parseEditions, productColumns, productRow } from './rows';
import { sizeIn } from './size';
import type { Product } from './types';
import { listVersions } from './versions';
import { youtubeId } from './youtube';

/** Versions and extensions on a product page. */
const mostVersions = 50;
const mostExtensions = 12;

const lowestRow = z.object({
  edicion_id: z.string().nullable(),
  importe: euroAmount.nullable(),
});

/** The lowest prices of the last 30 days in cents of offers: by edition, and under `null` for the product itself. */
async function getLowestPrices(productId: string): Promise<Map<string | null, number | null>> {
  const asked = { p_producto: productId };
  const lowest = await readRpc(createPublicClient(), 'precios_minimos', asked, z.array(lowestRow));
  return new Map(lowest.map((row) => [row.edicion_id, row.importe]));
}

/** The product and its editions, by id, that are not for sale because their file is in quarantine. */
async function getQuarantined(productId: string): Promise<Set<string>> {
  const asked = { p_producto: productId };
  return new Set(await readRpc(createPublicClient(), 'ids_en_cuarentena', asked, z.array(z.string())));
}

/** A product on sale with all content of its page; null if there is none. */
export async function getProductBySlug(locale: Locale, slug: string): Promise<Product | null> {
  'use cache';
  cacheTag(tags.product(slug));
  cacheLife('hours');
  const data = await dataOf(
    'product query',
    createPublicClient()
      .from('productos')
      .select(productColumns)
      .eq('slug', slug)
      .eq('status', 'approved')
      .eq('oculto', false)
      .maybeSingle(),
  );
  if (!data) return null;
  const row = productRow.parse(data);
  const extensions = listedProducts().eq('base_id', row.id).order('created_at', { ascending: false }).order('id');
  const [lowest, quarantined, bundles, versions, cards] = await Promise.all([
    getLowestPrices(row.id),
    getQuarantined(row.id),
    getBundles(locale, row.id),
    listVersions(locale, slug, mostVersions),
    readCards(extensions.limit(mostExtensions), locale),
  ]);
  const card = parseCard(data, locale);
  cacheTag(...bylineOf(card.creator));
  for (const shown of [row.base, ...bundles.flatMap(({ products }) => products)]) {
    if (shown) cacheTag(tags.card(shown.slug));
  }
  return {
    ...card,
    bannerUrl: row.banner_url,
    status: row.status,
    available: row.disponibilidad && !quarantined.has(row.id),
    inStock: row.stock && row.unidades !== 0,
    about: inLanguage(locale, row.acerca_de, row.acerca_de_en),
    descriptionHtml: sanitizeRichText(inLanguage(locale, row.descripcion, row.descripcion_en)),
    translated: locale === 'es' || Boolean(row.descripcion_en),
    developer: row.desarrollador,
    publisher: row.publisher,
    genres: row.generos.map((genre) => genreName(locale, genre)),
    size: row.tamano_aproximado && sizeIn(locale, row.tamano_aproximado),
    legal: row.aviso_legal && inLanguage(locale, row.aviso_legal, row.aviso_legal_en),
    trailerId: youtubeId(row.video_trailer),
    downloadable: row.descargable,
    creatorId: row.usuario_id,
    rating: row.valoracion_media === null ? null : { average: row.valoracion_media, count: row.valoraciones },
    base:
      row.base && hasPage(row.base)
        ? {
            id: row.base.id,
            slug: row.base.slug,
            name: inLanguage(locale, row.base.nombre, row.base.nombre_en),
            priceCents: row.base.precio,
            offerCents: row.base.oferta,
            clubOnly: row.base.club_only,
          }
        : null,
    extensions: cards,
    lowestCents: lowest.get(null) ?? null,
    editions: parseEditions(
      row.ediciones.filter(({ id }) => !quarantined.has(id)),
      row.fecha_lanzamiento,
      lowest,
      locale,
    ),
    versions,
    gallery: row.imagenes_producto
      .sort((a, b) => a.orden - b.orden)
      .map((image) => ({ url: image.url, width: image.ancho ?? 1600, height: image.alto ?? 900, blur: image.blur })),
    bundles,
  };
}

/** The most viewed products, whose pages the build renders. */
export async function getProductSlugs(count: number): Promise<string[]> {
  const data = await dataOf(
    'slugs query',
    createPublicClient()
      .from('productos')
      .select('slug')
      .eq('status', 'approved')
      .eq('oculto', false)
      .order('visitas', { ascending: false })
      .limit(count),
  );
  return data.map(({ slug }) => slug);
}

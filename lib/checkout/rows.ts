import { z } from 'zod';
import { hasPage, inLanguage, names } from '@/lib/catalog/rows';
import { productStatuses } from '@/lib/catalog/types';
import type { Locale } from '@/lib/core/i18n/locales';
import { euroAmount } from '@/lib/core/money/euro-amount';
import { type BasketItem, type Quote, quoteConcepts } from './types';

/** A line of a quote, as the database returns and stores it. */
export const quoteLine = z
  .object({
    concepto: z.enum(quoteConcepts),
    centimos: z.coerce.number().int(),
    porcentaje: z.coerce.number().int().nullish(),
    nombre: z.string().nullish(),
    nombre_en: z.string().nullish(),
  })
  .transform((row) => ({
    concept: row.concepto,
    cents: row.centimos,
    percent: row.porcentaje ?? null,
    name: row.nombre ?? null,
    nameEn: row.nombre_en ?? null,
  }));

/** The answer of `cotizar_compra` for a possible purchase. */
export const quoteRow = z
  .object({
    ok: z.literal(true),
    lineas: z.array(quoteLine),
    total_centimos: z.coerce.number().int(),
    es_reserva: z.boolean().nullish(),
    es_recarga: z.boolean().nullish(),
    minimo_30_dias_centimos: z.coerce.number().int().nullish(),
    ya_tienes: z.array(z.string()).nullish(),
    falta_base: z.object({ slug: z.string(), ...names }).nullish(),
  })
  .transform(
    (row): Quote => ({
      lines: row.lineas,
      totalCents: row.total_centimos,
      isReservation: row.es_reserva ?? false,
      isRecharge: row.es_recarga ?? false,
      lowestCents: row.minimo_30_dias_centimos ?? null,
      owned: row.ya_tienes ?? [],
      missingBase: row.falta_base
        ? { slug: row.falta_base.slug, name: row.falta_base.nombre, nameEn: row.falta_base.nombre_en }
        : null,
    }),
  );

export const productColumns =
  'id,slug,status,oculto,uncoins,nombre,nombre_en,fecha_lanzamiento,precio,oferta,portada_url,portada_blur,usuarios_meta!productos_usuario_id_fkey(display_name),ediciones(id,nombre,nombre_en,precio,oferta,portada_url,portada_blur,fecha_lanzamiento)';

const prices = { precio: euroAmount, oferta: euroAmount.nullable() };
const cover = { portada_url: z.string(), portada_blur: z.string().nullable() };

const state = { status: z.enum(productStatuses), oculto: z.boolean() };

const productRow = z.object({
  id: z.string(),
  slug: z.string(),
  ...state,
  uncoins: z.coerce.number().nullable(),
  fecha_lanzamiento: z.string().nullable(),
  ...names,
  ...prices,
  ...cover,
  usuarios_meta: z.object({ display_name: z.string() }).nullish(),
  ediciones: z.array(
    z.object({
      id: z.string(),
      ...names,
      ...prices,
      portada_url: z.string().nullable(),
      portada_blur: z.string().nullable(),
      fecha_lanzamiento: z.string().nullable(),
    }),
  ),
});

/** A product with the values of an edition; null if the edition belongs to another product. */
export function parseProductItem(raw: unknown, editionId: string | null, locale: Locale): BasketItem | null {
  const row = productRow.parse(raw);
  const edition = row.ediciones.find(({ id }) => id === editionId);
  if (editionId && !edition) return null;
  return {
    productId: row.id,
    slug: row.slug,
    name: inLanguage(locale, row.nombre, row.nombre_en),
    edition: edition ? inLanguage(locale, edition.nombre, edition.nombre_en) : null,
    hasEditions: row.ediciones.length > 0,
    coverUrl: edition?.portada_url ?? row.portada_url,
    coverBlur: edition?.portada_url ? edition.portada_blur : row.portada_blur,
    creator: row.usuarios_meta?.display_name ?? null,
    href: row.uncoins !== null ? '/profile/coins' : hasPage(row) ? `/p/${row.slug}` : null,
    isPack: row.uncoins !== null,
    contents: [],
    priceCents: edition?.precio ?? row.precio,
    offerCents: edition ? edition.oferta : row.oferta,
    releaseDate: edition?.fecha_lanzamiento ?? row.fecha_lanzamiento,
  };
}

export const bundleColumns =
  'id,nombre,nombre_en,precio,oferta,bundles_productos(productos(slug,status,oculto,nombre,nombre_en,portada_url,portada_blur))';

const bundleRow = z.object({
  ...names,
  ...prices,
  bundles_productos: z.array(
    z.object({ productos: z.object({ slug: z.string(), ...state, ...names, ...cover }).nullable() }),
  ),
});

/**
 * Parses a row with `bundleColumns`, with the cover of the first visible product.
 *
 * @throws ZodError if the row has another shape
 */
export function parseBundleItem(raw: unknown, locale: Locale): BasketItem {
  const row = bundleRow.parse(raw);
  // The bundle is refused with a product that has no page.
  const contents = row.bundles_productos.flatMap(({ productos: product }) =>
    product && hasPage(product)
      ? [
          {
            slug: product.slug,
            name: inLanguage(locale, product.nombre, product.nombre_en),
            coverUrl: product.portada_url,
            coverBlur: product.portada_blur,
          },
        ]
      : [],
  );
  const [first] = contents;
  return {
    productId: null,
    slug: null,
    name: inLanguage(locale, row.nombre, row.nombre_en),
    edition: null,
    hasEditions: false,
    coverUrl: first?.coverUrl ?? null,
    coverBlur: first?.coverBlur ?? null,
    creator: null,
    href: null,
    isPack: false,
    contents: contents.toSorted((one, other) => one.name.localeCompare(other.name, locale)),
    priceCents: row.precio,
    offerCents: row.oferta,
    releaseDate: null,
  };
}

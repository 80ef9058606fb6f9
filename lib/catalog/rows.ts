import { z } from 'zod';
import type { Locale } from '@/lib/core/i18n/locales';
import { euroAmount } from '@/lib/core/money/euro-amount';
import { buyersAtLeast, cardRating } from './card-facts';
import { categories } from './categories';
import { linesOf } from './lines';
import { eventOf, releaseOf } from './release';
import type { CreatorRef, Edition, ProductCardData } from './types';
import { productStatuses } from './types';

/** The columns of a name: Spanish, and English if it is translated. */
export const names = { nombre: z.string(), nombre_en: z.string().nullable() };

const creatorRow = z
  .object({ display_name: z.string(), username: z.string(), avatar_url: z.string(), role: z.string() })
  .transform(
    (row): CreatorRef => ({
      displayName: row.display_name,
      username: row.username,
      avatarUrl: row.avatar_url,
      verified: row.role === 'admin',
    }),
  );

/** True if a product has a page: it is on sale, neither archived nor a pack of UnCoins. */
export const hasPage = ({ status, oculto }: { status: string; oculto: boolean }): boolean =>
  status === 'approved' && !oculto;

/** The columns of a card. */
export const cardColumns =
  'id,nombre,nombre_en,slug,precio,oferta,minimo_30_dias,portada_url,portada_blur,club_only,reserva,fecha_lanzamiento,category,compatibles,valoracion_media,valoraciones,compradores,usuarios_meta!productos_usuario_id_fkey(display_name,username,avatar_url,role)';

const cardFields = z.object({
  id: z.string(),
  ...names,
  slug: z.string(),
  precio: euroAmount,
  oferta: euroAmount.nullable(),
  minimo_30_dias: euroAmount.nullable(),
  portada_url: z.string(),
  portada_blur: z.string().nullable(),
  club_only: z.boolean(),
  reserva: z.boolean(),
  fecha_lanzamiento: z.string().nullable(),
  category: z.enum(categories),
  compatibles: z.array(z.string()),
  valoracion_media: z.coerce.number().nullable(),
  valoraciones: z.number(),
  compradores: z.number(),
  usuarios_meta: creatorRow.nullish(),
});

/** The text in a language; Spanish if there is no translation. */
export const inLanguage = (locale: Locale, es: string, en: string | null | undefined) => (locale === 'en' && en) || es;

/**
 * Parses a row with `cardColumns`.
 *
 * @returns the card without an edition; prices in euro cents
 * @throws ZodError if the row has another shape
 */
export function parseCard(row: unknown, locale: Locale): ProductCardData {
  const card = cardFields.parse(row);
  return {
    id: card.id,
    slug: card.slug,
    name: inLanguage(locale, card.nombre, card.nombre_en),
    coverUrl: card.portada_url,
    coverBlur: card.portada_blur,
    priceCents: card.precio,
    offerCents: card.oferta,
    lowestCents: card.minimo_30_dias,
    category: card.category,
    clubOnly: card.club_only,
    ...releaseOf(card),
    ...eventOf(card.category, card.fecha_lanzamiento),
    compatible: card.compatibles,
    rating: cardRating(card.valoracion_media, card.valoraciones),
    buyers: buyersAtLeast(card.compradores),
    edition: null,
    creator: card.usuarios_meta ?? null,
  };
}

const edition = z.object({
  id: z.string(),
  ...names,
  precio: euroAmount,
  oferta: euroAmount.nullable(),
  reserva: z.boolean(),
  portada_url: z.string().nullable(),
  portada_blur: z.string().nullable(),
  incluye: z.string(),
  incluye_en: z.string().nullable(),
  fecha_lanzamiento: z.string().nullable(),
  orden: z.number(),
  retirada: z.boolean(),
});

/**
 * The editions on sale in order. An edition without a release date has that of the product.
 *
 * @param lowest the lowest price of the last 30 days in cents, by edition
 */
export const parseEditions = (
  rows: Array<z.output<typeof edition>>,
  productDate: string | null,
  lowest: Map<string | null, number | null>,
  locale: Locale,
): Edition[] =>
  rows
    .filter(({ retirada }) => !retirada)
    .sort((a, b) => a.orden - b.orden)
    .map((row) => ({
      id: row.id,
      name: inLanguage(locale, row.nombre, row.nombre_en),
      spanishName: row.nombre,
      priceCents: row.precio,
      offerCents: row.oferta,
      coverUrl: row.portada_url,
      coverBlur: row.portada_url ? row.portada_blur : null,
      includes: linesOf(inLanguage(locale, row.incluye, row.incluye_en)),
      lowestCents: lowest.get(row.id) ?? null,
      ...releaseOf({ ...row, fecha_lanzamiento: row.fecha_lanzamiento ?? productDate }),
    }));

export const productColumns = `${cardColumns},banner_url,status,disponibilidad,stock,unidades,acerca_de,acerca_de_en,descripcion,descripcion_en,desarrollador,publisher,generos,tamano_aproximado,aviso_legal,aviso_legal_en,video_trailer,descargable,usuario_id,base:base_id(id,slug,status,oculto,nombre,nombre_en,precio,oferta,club_only),ediciones(id,nombre,nombre_en,precio,oferta,reserva,portada_url,portada_blur,incluye,incluye_en,fecha_lanzamiento,orden,retirada),imagenes_producto(url,ancho,alto,blur,orden)`;

export const productRow = cardFields.extend({
  banner_url: z.string().nullable(),
  status: z.enum(productStatuses),
  disponibilidad: z.boolean(),
  stock: z.boolean(),
  unidades: z.number().nullable(),
  acerca_de: z.string(),
  acerca_de_en: z.string().nullable(),
  descripcion: z.string(),
  descripcion_en: z.string().nullable(),
  desarrollador: z.string().nullable(),
  publisher: z.string().nullable(),
  generos: z.array(z.string()),
  tamano_aproximado: z.string().nullable(),
  aviso_legal: z.string().nullable(),
  aviso_legal_en: z.string().nullable(),
  video_trailer: z.string().nullable(),
  descargable: z.boolean(),
  usuario_id: z.string(),
  base: z
    .object({
      id: z.string(),
      slug: z.string(),
      status: z.enum(productStatuses),
      oculto: z.boolean(),
      ...names,
      precio: euroAmount,
      oferta: euroAmount.nullable(),
      club_only: z.boolean(),
    })
    .nullable(),
  ediciones: z.array(edition),
  imagenes_producto: z.array(
    z.object({
      url: z.string(),
      ancho: z.number().nullable(),
      alto: z.number().nullable(),
      blur: z.string().nullable(),
      orden: z.number(),
    }),
  ),
});

export const bundleRow = z.object({
  id: z.string(),
  producto_id: z.string().nullable(),
  orden: z.number(),
  ...names,
  descripcion: z.string(),
  descripcion_en: z.string().nullable(),
  precio: euroAmount,
  oferta: euroAmount.nullable(),
  bundles_productos: z.array(
    z.object({
      productos: z
        .object({
          id: z.string(),
          slug: z.string(),
          ...names,
          precio: euroAmount,
          oferta: euroAmount.nullable(),
          portada_url: z.string(),
          portada_blur: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
});

import { z } from 'zod';
import type { Category } from '@/lib/catalog/categories';
import { sanitizeRichText } from '@/lib/core/html';
import type { Locale } from '@/lib/core/i18n/locales';
import { writeEuros } from '@/lib/core/money';
import { mapTextFields, type TextColumn, type TextFieldName } from './fields';
import type { ParsedDraft } from './schema';
import { type DraftPicture, emptyDraft, type ProductDraft } from './types';

const isEmptyHtml = (html: string) => html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') === '';
/** A description in its stored form: sanitised HTML, or an empty text. */
export const richText = (html: string) => (isEmptyHtml(html) ? '' : sanitizeRichText(html));

/** The plain text fields by their columns. */
const byColumn = <Value>(valueFor: (name: TextFieldName) => Value) =>
  Object.fromEntries(Object.values(mapTextFields((name, { column }) => [column, valueFor(name)]))) as Record<
    TextColumn,
    Value
  >;

/** The content of a revision in the format of `aplicar_contenido`. */
export function toContent(draft: ParsedDraft) {
  return {
    ...byColumn((name) => draft[name]),
    precio: draft.price,
    oferta: draft.offer,
    category: draft.category,
    descripcion: richText(draft.description),
    descripcion_en: richText(draft.descriptionEn),
    generos: draft.genres,
    compatibles: draft.compatible,
    club_only: draft.clubOnly,
    reserva: draft.reservation,
    fecha_lanzamiento: draft.releaseDate || null,
    DLC: draft.isDlc,
    base_id: draft.isDlc ? draft.baseId : null,
    portada_url: draft.cover?.url ?? '',
    portada_blur: draft.cover?.blur ?? null,
    banner_url: draft.banner?.url ?? '',
    banner_blur: draft.banner?.blur ?? null,
    imagenes: draft.images.map(({ url, width, height, blur }) => ({ url, ancho: width, alto: height, blur })),
    descargable: draft.downloadable,
    download_link: draft.downloadLink,
    disponibilidad: draft.available,
    ediciones: draft.editions.map((edition) => ({
      ...(edition.id ? { id: edition.id } : {}),
      nombre: edition.name,
      nombre_en: edition.nameEn,
      precio: edition.price,
      oferta: edition.offer,
      reserva: edition.reservation,
      fecha_lanzamiento: (edition.reservation && edition.releaseDate) || null,
      download_link: edition.downloadLink,
      portada_url: edition.cover?.url ?? '',
      portada_blur: edition.cover?.blur ?? null,
      incluye: edition.includes,
      incluye_en: edition.includesEn,
    })),
    bundles: draft.bundles.map((bundle) => ({
      ...(bundle.id ? { id: bundle.id } : {}),
      nombre: bundle.name,
      nombre_en: bundle.nameEn,
      descripcion: bundle.description,
      descripcion_en: bundle.descriptionEn,
      precio: bundle.price,
      oferta: bundle.offer,
      productos: [...new Set(bundle.productIds)],
    })),
  };
}

const string = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const flag = (otherwise: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? otherwise);
const price = z.union([z.string(), z.number()]).transform((value) => String(Number(value)));
/** An offer of 0 means that there is no offer. */
const offer = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (Number(value ?? 0) === 0 ? '' : String(Number(value))));

const contentRow = z.object({
  ...byColumn(() => string),
  precio: price,
  oferta: offer,
  category: string,
  descripcion: string,
  descripcion_en: string,
  generos: z.array(z.string()).nullish(),
  compatibles: z.array(z.string()).nullish(),
  club_only: flag(false),
  reserva: flag(false),
  fecha_lanzamiento: string,
  DLC: flag(false),
  base_id: string,
  portada_url: string,
  portada_blur: z.string().nullish(),
  banner_url: string,
  banner_blur: z.string().nullish(),
  imagenes: z
    .array(
      z.object({
        url: z.string(),
        ancho: z.number().nullish(),
        alto: z.number().nullish(),
        blur: z.string().nullish(),
      }),
    )
    .nullish(),
  descargable: flag(true),
  download_link: string,
  disponibilidad: flag(true),
  ediciones: z
    .array(
      z.object({
        id: z.string().nullish(),
        nombre: string,
        nombre_en: string,
        precio: price,
        oferta: offer,
        reserva: flag(false),
        fecha_lanzamiento: string,
        download_link: string,
        portada_url: string,
        portada_blur: z.string().nullish(),
        incluye: string,
        incluye_en: string,
      }),
    )
    .nullish(),
  bundles: z
    .array(
      z.object({
        id: z.string().nullish(),
        nombre: string,
        nombre_en: string,
        descripcion: string,
        descripcion_en: string,
        precio: price,
        oferta: offer,
        productos: z.array(z.string()),
      }),
    )
    .nullish(),
});

const pictureOf = (url: string, blur: string | null | undefined, width: number, height: number): DraftPicture | null =>
  url ? { url, blur: blur ?? null, width, height } : null;

/**
 * Form data of a product or of its newest revision, from the answer of `contenido_producto`.
 *
 * @param locale the language whose decimal sign its amounts have
 */
export function toDraft(slug: string, content: unknown, locale: Locale): ProductDraft {
  const row = contentRow.parse(content);
  const amount = (euros: string) => euros && writeEuros(euros, locale);
  return {
    ...emptyDraft,
    ...mapTextFields((_name, { column }) => row[column]),
    slug,
    price: amount(row.precio),
    offer: amount(row.oferta),
    category: row.category as Category,
    description: row.descripcion,
    descriptionEn: row.descripcion_en,
    genres: (row.generos ?? []).join(', '),
    compatible: (row.compatibles ?? []).join(', '),
    clubOnly: row.club_only,
    reservation: row.reserva,
    releaseDate: row.fecha_lanzamiento,
    isDlc: row.DLC,
    baseId: row.base_id,
    cover: pictureOf(row.portada_url, row.portada_blur, 720, 960),
    banner: pictureOf(row.banner_url, row.banner_blur, 1600, 900),
    images: (row.imagenes ?? []).map(({ url, ancho, alto, blur }) => ({
      url,
      width: ancho ?? 1600,
      height: alto ?? 900,
      blur: blur ?? null,
    })),
    downloadable: row.descargable,
    downloadLink: row.download_link,
    available: row.disponibilidad,
    editions: (row.ediciones ?? []).map((edition, index) => ({
      id: edition.id ?? null,
      key: edition.id ?? `n${index}`,
      name: edition.nombre,
      nameEn: edition.nombre_en,
      price: amount(edition.precio),
      offer: amount(edition.oferta),
      reservation: edition.reserva,
      releaseDate: edition.fecha_lanzamiento,
      downloadLink: edition.download_link,
      cover: pictureOf(edition.portada_url, edition.portada_blur, 720, 960),
      includes: edition.incluye,
      includesEn: edition.incluye_en,
    })),
    bundles: (row.bundles ?? []).map((bundle, index) => ({
      id: bundle.id ?? null,
      key: bundle.id ?? `n${index}`,
      name: bundle.nombre,
      nameEn: bundle.nombre_en,
      description: bundle.descripcion,
      descriptionEn: bundle.descripcion_en,
      price: amount(bundle.precio),
      offer: amount(bundle.oferta),
      productIds: bundle.productos,
    })),
  };
}

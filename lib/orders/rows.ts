import { z } from 'zod';
import { hasPage, inLanguage, names } from '@/lib/catalog/rows';
import { productStatuses } from '@/lib/catalog/types';
import type { Locale } from '@/lib/core/i18n/locales';
import { euroAmount } from '@/lib/core/money/euro-amount';
import { isPageProvider } from '@/lib/payments/methods';
import { type Order, orderOrigins, revocationReasons } from './types';

/** The columns of an order. RLS returns orders that the person owns or gave away. */
export const orderColumns =
  'id,user_id,pago_id,pagos(proveedor,total_centimos),created_at,origen,es_reserva,lanzada_el,revocada_at,revocada_motivo,edicion_id,regalado_por,productos(nombre,nombre_en,slug,status,oculto,portada_url,portada_blur,fecha_lanzamiento),ediciones(nombre,nombre_en,portada_url,portada_blur,fecha_lanzamiento),bundles(nombre,nombre_en),receptor:usuarios_meta!adquisiciones_user_id_fkey(display_name),donante:usuarios_meta!adquisiciones_regalado_por_fkey(display_name)';

/** The answer of `detalle_pedidos` by order: null for facts that the person may not read. */
export const orderFacts = z.record(
  z.string(),
  z.object({
    precio_pagado: euroAmount.nullable(),
    minecraft_name: z.string().nullable(),
    descargas: z.number().int().nullable(),
    abierto: z.boolean(),
  }),
);
type Facts = z.output<typeof orderFacts>;

const person = z.object({ display_name: z.string() }).nullish();
const cover = { portada_blur: z.string().nullable() };

const orderRow = z.object({
  id: z.string(),
  user_id: z.string(),
  pago_id: z.string().nullable(),
  // RLS returns a payment only to the person who made it.
  pagos: z.object({ proveedor: z.string(), total_centimos: z.coerce.number() }).nullish(),
  created_at: z.string(),
  origen: z.enum(orderOrigins),
  es_reserva: z.boolean(),
  lanzada_el: z.string().nullable(),
  revocada_at: z.string().nullable(),
  revocada_motivo: z.enum(revocationReasons).nullable(),
  edicion_id: z.string().nullable(),
  regalado_por: z.string().nullable(),
  productos: z
    .object({
      ...names,
      slug: z.string(),
      status: z.enum(productStatuses),
      oculto: z.boolean(),
      portada_url: z.string(),
      ...cover,
      fecha_lanzamiento: z.string().nullable(),
    })
    .nullable(),
  ediciones: z
    .object({
      ...names,
      portada_url: z.string().nullable(),
      ...cover,
      fecha_lanzamiento: z.string().nullable(),
    })
    .nullable(),
  bundles: z.object(names).nullable(),
  receptor: person,
  donante: person,
});

type Row = z.output<typeof orderRow>;

function giftOf(row: Row, isOpened: boolean, me: string): Order['gift'] {
  if (!row.regalado_por || !row.pago_id) return null;
  return row.user_id === me
    ? { direction: 'from', name: row.donante?.display_name ?? '', id: row.pago_id, isOpened }
    : { direction: 'to', name: row.receptor?.display_name ?? '', id: row.pago_id, isOpened };
}

function productOf({ productos, ediciones, lanzada_el }: Row, locale: Locale): Order['product'] {
  if (!productos) return null;
  const ownCover = ediciones?.portada_url;
  return {
    name: inLanguage(locale, productos.nombre, productos.nombre_en),
    slug: productos.slug,
    hasPage: hasPage(productos),
    coverUrl: ownCover ?? productos.portada_url,
    coverBlur: ownCover ? (ediciones?.portada_blur ?? null) : productos.portada_blur,
    releaseDate: lanzada_el ?? ediciones?.fecha_lanzamiento ?? productos.fecha_lanzamiento,
  };
}

/** Converts a row of `adquisiciones` for the person who reads it. The edition's cover comes first. */
export function parseOrder(raw: unknown, facts: Facts, locale: Locale, me: string): Order {
  const row = orderRow.parse(raw);
  const own = facts[row.id];
  return {
    id: row.id,
    createdAt: row.created_at,
    product: productOf(row, locale),
    edition: row.edicion_id
      ? { name: row.ediciones && inLanguage(locale, row.ediciones.nombre, row.ediciones.nombre_en) }
      : null,
    bundleName: row.bundles && inLanguage(locale, row.bundles.nombre, row.bundles.nombre_en),
    minecraftName: own?.minecraft_name ?? null,
    paidCents: own?.precio_pagado ?? null,
    inCoins: row.pagos?.proveedor === 'uncoins',
    origin: row.origen,
    isReservation: row.es_reserva,
    downloads: own?.descargas ?? 0,
    revoked: row.revocada_at ? (row.revocada_motivo ?? 'reembolsado') : null,
    // Gifts are paid by somebody else, and payments are visible to their payer only.
    hasInvoice: Boolean(row.pagos && isPageProvider(row.pagos.proveedor) && row.pagos.total_centimos > 0),
    paymentId: row.regalado_por === null || row.regalado_por === me ? row.pago_id : null,
    gift: giftOf(row, own?.abierto ?? false, me),
  };
}

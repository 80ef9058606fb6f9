import 'server-only';
import { z } from 'zod';
import { inLanguage, names } from '@/lib/catalog/rows';
import { callRpc, readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { giftPath, giftTokenHash } from '@/lib/core/security/gift-token';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import { downloadStates } from '@/lib/orders/types';
import { type Gift, type GiftDetail, giftStates, type LinkedGift } from './types';

const giftRow = z.object({
  pago_id: z.string(),
  estado: z.enum(giftStates),
  ...names,
  edicion: z.string().nullable(),
  edicion_en: z.string().nullable(),
  portada_url: z.string().nullable(),
  portada_blur: z.string().nullable(),
  de: z.string(),
  de_id: z.string(),
  para: z.string(),
  mensaje: z.string().nullable(),
  fecha_entrega: z.string().nullable(),
  abierto_at: z.string().nullable(),
});

const detailRow = giftRow.extend({
  mio: z.boolean(),
  se_puede_avisar: z.boolean(),
  pide_nombre: z.boolean(),
  enlace: z
    .object({
      serie: z.string(),
      huella: z.string(),
      correo: z.string().nullable(),
      caduca_at: z.string(),
      enviado_at: z.string().nullable(),
    })
    .nullable(),
  pedidos: z.array(
    z.object({
      id: z.string(),
      nombre: z.string().nullable(),
      nombre_en: z.string().nullable(),
      minecraft_name: z.string().nullable(),
      descarga: z.enum(downloadStates),
      fecha_lanzamiento: z.string().nullable(),
    }),
  ),
});

const toGift = (row: z.output<typeof giftRow>, locale: Locale): Gift => ({
  id: row.pago_id,
  state: row.estado,
  name: inLanguage(locale, row.nombre, row.nombre_en),
  edition: row.edicion && inLanguage(locale, row.edicion, row.edicion_en),
  coverUrl: row.portada_url,
  coverBlur: row.portada_blur,
  from: { id: row.de_id, name: row.de },
  to: row.para,
  message: row.mensaje,
  day: row.fecha_entrega,
  openedAt: row.abierto_at,
});

/** The address of a gift's link. After a rotation of the key, the database stores the new hash first. */
async function linkPath(id: string, link: { serie: string; huella: string }): Promise<string> {
  const hash = giftTokenHash(link.serie);
  if (hash !== link.huella) {
    const renewed = { p_pago: id, p_serie: link.serie, p_huella: hash };
    await callRpc(createRequestClient(), 'renovar_enlace', renewed, []);
  }
  return giftPath(link.serie);
}

/** A gift that the signed-in person gave or received; null for anybody else, and for its recipient before its day. */
export async function getGift(id: string, locale: Locale): Promise<GiftDetail | null> {
  if (!isUuid(id)) return null;
  const row = await readRpc(createRequestClient(), 'mi_regalo', { p_pago: id }, detailRow.nullable());
  if (!row) return null;
  return {
    ...toGift(row, locale),
    isMine: row.mio,
    mayRemind: row.se_puede_avisar,
    needsName: row.pide_nombre,
    link: row.enlace && {
      path: await linkPath(id, row.enlace),
      email: row.enlace.correo,
      sentAt: row.enlace.enviado_at,
      expiresAt: row.enlace.caduca_at,
    },
    orders: row.pedidos.map((order) => ({
      id: order.id,
      name: order.nombre && inLanguage(locale, order.nombre, order.nombre_en),
      minecraftName: order.minecraft_name,
      download: order.descarga,
      releaseDate: order.fecha_lanzamiento,
    })),
  };
}

/** Gifts that the signed-in person paid and that are not delivered, up to 50, newest first; ended ones come last. */
export async function listUndeliveredGifts(locale: Locale): Promise<Gift[]> {
  const rows = await readRpc(createRequestClient(), 'mis_regalos_sin_entregar', {}, z.array(giftRow));
  return rows.map((row) => toGift(row, locale));
}

const linkedRow = giftRow
  .pick({ nombre: true, nombre_en: true, edicion: true, edicion_en: true, portada_url: true, portada_blur: true })
  .extend({
    de: z.string(),
    mensaje: z.string().nullable(),
    papel: z.enum(['da', 'recibe']).nullable(),
    pago_id: z.string().nullable(),
    caduca_at: z.string(),
  });

/** The gift of a link, with or without an account; null for a link that is unknown, used, taken back or expired. */
export async function getLinkedGift(token: string, locale: Locale): Promise<LinkedGift | null> {
  const found = await callRpc(createRequestClient(), 'ver_regalo', { p_ficha: token }, ['enlace_no_valido'], linkedRow);
  if (!found.ok) return null;
  const row = found.value;
  return {
    name: inLanguage(locale, row.nombre, row.nombre_en),
    edition: row.edicion && inLanguage(locale, row.edicion, row.edicion_en),
    coverUrl: row.portada_url,
    coverBlur: row.portada_blur,
    message: row.mensaje,
    from: row.de,
    mine: row.papel && row.pago_id ? { role: row.papel, id: row.pago_id } : null,
    expiresAt: row.caduca_at,
  };
}

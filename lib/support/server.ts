import 'server-only';
import { cache } from 'react';
import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { callRpc, readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import { methods } from '@/lib/payments/methods';
import { refundStates } from '@/lib/payments/states';
import { decisions, type Part, parts, refundReasons, refundRules, requestKinds, requestStates } from './types';

const named = { nombre: z.string().nullable(), nombre_en: z.string().nullish() };
const nameOf = (locale: Locale, row: { nombre: string | null; nombre_en?: string | null | undefined }) =>
  row.nombre === null ? null : inLanguage(locale, row.nombre, row.nombre_en ?? null);

const request = {
  id: z.string(),
  para: z.enum(['tienda', 'creador']),
  tipo: z.enum(requestKinds),
  motivo: z.enum(refundReasons).nullable(),
  estado: z.enum(requestStates),
  decision: z.enum(decisions).nullable(),
  creador_de_acuerdo: z.boolean(),
  created_at: z.string(),
  ...named,
};

const listedRow = z.object({
  ...request,
  updated_at: z.string(),
  cliente: z.string().nullable(),
  ultimo: z.string().nullable(),
  de: z.enum(parts).nullable(),
});
const pageSize = 30;

/**
 * Threads of the signed-in person in one of their parts: the newest first, and at the desk of the shop those that wait
 * for an answer, oldest first.
 *
 * @param page from 0
 */
export async function listRequests(
  part: Part,
  state: (typeof requestStates)[number] | null,
  page: number,
  locale: Locale,
) {
  const { solicitudes } = await readRpc(
    createRequestClient(),
    'listar_solicitudes',
    { p_como: part, p_estado: state, p_pagina: page },
    z.object({ solicitudes: z.array(listedRow) }),
  );
  const requests = solicitudes.slice(0, pageSize).map((row) => ({
    id: row.id,
    to: row.para,
    kind: row.tipo,
    state: row.estado,
    decision: row.decision,
    creatorAgrees: row.creador_de_acuerdo,
    updatedAt: row.updated_at,
    product: nameOf(locale, row),
    asker: row.cliente,
    last: row.ultimo ?? '',
    lastFrom: row.de,
  }));
  return { requests, hasMore: solicitudes.length > pageSize };
}

export type ListedRequest = Awaited<ReturnType<typeof listRequests>>['requests'][number];

const threadRow = z.object({
  ...request,
  papel: z.enum(parts),
  pedido_id: z.string().nullable(),
  cliente: z.string().nullable(),
  creador: z.string().nullable(),
  reembolso: z.enum(refundStates).nullable(),
  compra: z
    .object({
      pago_id: z.string(),
      total_centimos: z.coerce.number(),
      metodo: z.enum(methods),
      entregado_at: z.string().nullable(),
      regla: z.enum(refundRules),
      queda_centimos: z.coerce.number(),
      propuesta_centimos: z.coerce.number(),
      consentimiento_at: z.string().nullable(),
      descargas: z.coerce.number().nullable(),
    })
    .nullable(),
  mensajes: z.array(z.object({ id: z.coerce.number(), de: z.enum(parts), texto: z.string(), created_at: z.string() })),
});

/** A thread as the signed-in person sees it; null unless they are a party to it. */
export async function getThread(id: string, locale: Locale) {
  if (!isUuid(id)) return null;
  const read = await callRpc(createRequestClient(), 'ver_solicitud', { p_solicitud: id }, ['no_existe'], threadRow);
  if (!read.ok) return null;
  const row = read.value;
  return {
    id: row.id,
    part: row.papel,
    to: row.para,
    kind: row.tipo,
    reason: row.motivo,
    state: row.estado,
    decision: row.decision,
    creatorAgrees: row.creador_de_acuerdo,
    createdAt: row.created_at,
    product: nameOf(locale, row),
    orderId: row.pedido_id,
    asker: row.cliente,
    creator: row.creador,
    refundState: row.reembolso,
    purchase: row.compra && {
      paymentId: row.compra.pago_id,
      totalCents: row.compra.total_centimos,
      inCoins: row.compra.metodo === 'uncoins',
      deliveredAt: row.compra.entregado_at,
      rule: row.compra.regla,
      leftCents: row.compra.queda_centimos,
      proposedCents: row.compra.propuesta_centimos,
      agreedAt: row.compra.consentimiento_at,
      downloads: row.compra.descargas ?? 0,
    },
    messages: row.mensajes.map(({ id: messageId, de, texto, created_at }) => ({
      id: messageId,
      from: de,
      text: texto,
      at: created_at,
    })),
  };
}

export type Thread = NonNullable<Awaited<ReturnType<typeof getThread>>>;

const helpRow = z.object({
  regla: z.enum(refundRules).nullable(),
  pago_id: z.string().nullable(),
  creador: z.string().nullable(),
  solicitudes: z.array(
    z.object({ id: z.string(), para: z.string(), tipo: z.enum(requestKinds), estado: z.enum(requestStates) }),
  ),
  ...named,
});

/**
 * Options of the signed-in person for an order or a payment of theirs: the refund rule if they paid it, the creator
 * they may ask, and their threads about it. Null if it is not theirs.
 */
export const getPurchaseHelp = cache(async (orderId: string | null, paymentId: string | null, locale: Locale) => {
  const ids = [orderId, paymentId].filter((id) => id !== null);
  if (ids.some((id) => !isUuid(id))) return null;
  const row = await readRpc(
    createRequestClient(),
    'ayuda_de_compra',
    { p_pedido: orderId, p_pago: paymentId },
    helpRow.nullable(),
  );
  return (
    row && {
      rule: row.regla,
      paymentId: row.pago_id,
      creator: row.creador,
      product: nameOf(locale, row),
      requests: row.solicitudes.map(({ id, para, tipo, estado }) => ({ id, to: para, kind: tipo, state: estado })),
    }
  );
});

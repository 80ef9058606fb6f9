'use server';

import { after } from 'next/server';
import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc, messageOf } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { refreshStock } from '@/lib/payments/follow-event';
import { carryOutRefund, type RefundOrder, refundOrder } from '@/lib/payments/refunds';
import { refundReasons, textLengths, topics } from './types';

const opened = z.object({ solicitud_id: z.string() }).transform(({ solicitud_id }) => solicitud_id);

/** Opens a thread with the shop or with the creator, or requests a refund. Returns the thread's id. */
export const openRequest = defineAction('openRequest', {
  who: 'signedIn',
  input: z.object({
    topic: z.enum(topics),
    reason: z.enum(refundReasons).nullable(),
    orderId: z.uuid().nullable(),
    paymentId: z.uuid().nullable(),
    text: z.string().trim().min(textLengths.least).max(textLengths.most),
  }),
  invalid: (fields) => (fields.text ? 'texto_no_valido' : 'invalid'),
  limit: 'help',
  run: ({ topic, reason, orderId, paymentId, text }) =>
    callRpc(
      createRequestClient(),
      'abrir_solicitud',
      {
        p_para: topic === 'creador' ? 'creador' : 'tienda',
        p_tipo: topic === 'reembolso' ? 'reembolso' : 'pregunta',
        p_motivo: topic === 'reembolso' ? (reason ?? 'otro') : null,
        p_pedido: orderId,
        p_pago: paymentId,
        p_texto: text,
      },
      ['no_existe', 'texto_no_valido', 'sin_creador', 'es_suyo', 'sin_reembolso', 'ya_abierta'],
      opened,
    ),
  afterwards: [sendPendingMails],
});

/** Writes into an open thread. */
export const answerRequest = defineAction('answerRequest', {
  who: 'signedIn',
  input: z.object({ id: z.uuid(), text: z.string().trim().min(1).max(textLengths.most) }),
  invalid: 'texto_no_valido',
  limit: 'help',
  run: ({ id, text }) =>
    callRpc(createRequestClient(), 'responder_solicitud', { p_solicitud: id, p_texto: text }, [
      'no_existe',
      'texto_no_valido',
      'cerrada',
    ]),
  afterwards: [sendPendingMails],
});

/** Closes a thread. Either party may close it, the shop a refund request only after its decision. */
export const closeRequest = defineAction('closeRequest', {
  who: 'signedIn',
  input: z.uuid(),
  run: (id) => callRpc(createRequestClient(), 'cerrar_solicitud', { p_solicitud: id }, ['no_existe', 'sin_decidir']),
});

/** Supports a buyer's refund request as the creator of the product. The shop decides. */
export const supportRefund = defineAction('supportRefund', {
  who: 'signedIn',
  input: z.uuid(),
  run: (id) => callRpc(createRequestClient(), 'apoyar_reembolso', { p_solicitud: id }, ['no_existe']),
});

/** Makes an ordered refund at the provider; without an answer the job continues. */
async function makeRefund(order: RefundOrder): Promise<Result<'done' | 'pending', 'rechazado'>> {
  try {
    const { status } = await carryOutRefund(order);
    return status === 'refused' ? fail('rechazado') : succeed(status);
  } catch (problem) {
    log.error({ refund: order.id, error: messageOf(problem) }, 'a refund could not be carried out');
    return succeed('pending');
  }
}

/** Grants a requested refund of some cents or coins, or refuses it (null), with an answer. */
export const decideRefund = defineAction('decideRefund', {
  who: 'admin',
  input: z.object({
    id: z.uuid(),
    cents: z.int().positive().nullable(),
    text: z.string().trim().min(3).max(textLengths.decision),
  }),
  invalid: (fields) => (fields.cents ? 'importe_no_valido' : 'texto_no_valido'),
  run: async ({ id, cents, text }) => {
    const decided = await callRpc(
      createRequestClient(),
      'decidir_reembolso',
      { p_solicitud: id, p_acepta: cents !== null, p_texto: text, p_centimos: cents },
      [
        'no_existe',
        'texto_no_valido',
        'importe_no_valido',
        'es_suya',
        'ya_decidida',
        'cerrada',
        'ya_reembolsado',
        'no_reembolsable',
        'ya_pedido',
        'pago_no_existe',
      ],
      z.union([refundOrder, z.object({ ok: z.literal(true) })]),
    );
    if (!decided.ok) return decided;
    // Also if the provider refuses: the decision was made.
    after(sendPendingMails);
    return 'id' in decided.value ? makeRefund(decided.value) : succeed('refused' as const);
  },
});

/** Cancels a purchase without any delivery yet: a reservation before its release, a gift before its day. */
export const cancelPurchase = defineAction('cancelPurchase', {
  who: 'signedIn',
  input: z.uuid(),
  limit: 'checkout',
  run: async (paymentId) => {
    const cancelled = await callRpc(
      createRequestClient(),
      'cancelar_compra',
      { p_pago: paymentId },
      ['no_existe', 'no_cancelable', 'ya_pedido', 'ya_reembolsado', 'no_reembolsable'],
      refundOrder,
    );
    if (!cancelled.ok) return cancelled;
    after(sendPendingMails);
    return makeRefund(cancelled.value);
  },
});

/** Cancels a gift by link that nobody has collected, and refunds its price, if any. */
export const takeBackGift = defineAction('takeBackGift', {
  who: 'signedIn',
  input: z.uuid(),
  limit: 'checkout',
  run: async (id) => {
    const taken = await callRpc(
      createRequestClient(),
      'retirar_regalo',
      { p_pago: id },
      ['no_existe', 'no_cancelable', 'ya_pedido', 'ya_reembolsado', 'no_reembolsable'],
      z.union([refundOrder, z.object({ ok: z.literal(true) }).transform(() => null)]),
    );
    if (!taken.ok) return taken;
    after(sendPendingMails);
    if (taken.value) return makeRefund(taken.value);
    await refreshStock(id, 'refunded');
    return succeed('free' as const);
  },
});

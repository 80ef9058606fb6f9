'use server';

import { after } from 'next/server';
import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { fail, succeed } from '@/lib/core/action/result';
import { callRpc, messageOf } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { carryOutRefund, refundOrder } from '@/lib/payments/refunds';
import { reasonText, refundInput } from './schema';

const storeSwitch = z.enum(['mantenimiento', 'status_down']);
export type StoreSwitch = z.output<typeof storeSwitch>;

/** Turns a switch of the shop on or off. The database checks that the caller is an admin, and records who it was. */
export const changeSwitch = defineAction('changeSwitch', {
  who: 'admin',
  input: z.object({ name: storeSwitch, on: z.boolean() }),
  toInput: (name: StoreSwitch, on: boolean) => ({ name, on }),
  run: ({ name, on }) => callRpc(createRequestClient(), 'cambiar_ajuste', { p_ajuste: name, p_valor: on }, []),
  paths: ['/dashboard-admin'],
});

/**
 * Refunds money of a payment through its provider. The database checks that the caller is an admin and how much is
 * left, and records the reason. A repeated key does not refund again.
 */
export const refundPayment = defineAction('refundPayment', {
  who: 'admin',
  input: refundInput,
  invalid: (fields) => (fields.amount ? 'importe_no_valido' : 'motivo_no_valido'),
  run: async ({ paymentId, reason, amount, key }) => {
    const asked = await callRpc(
      createRequestClient(),
      'pedir_reembolso_parcial',
      { p_pago: paymentId, p_motivo: reason, p_centimos: amount, p_clave: key },
      [
        'pago_no_existe',
        'motivo_no_valido',
        'ya_reembolsado',
        'no_reembolsable',
        'importe_no_valido',
        'ya_pedido',
        'clave_usada',
        'clave_no_valida',
      ],
      refundOrder,
    );
    if (!asked.ok) return asked;
    try {
      const outcome = await carryOutRefund(asked.value);
      after(sendPendingMails);
      return outcome.status === 'refused' ? fail('rechazado') : succeed(outcome.status);
    } catch (problem) {
      log.error({ refund: asked.value.id, error: messageOf(problem) }, 'a refund could not be carried out');
      return fail('sin_respuesta');
    }
  },
});

/** Closes a case with a note. */
export const solveCase = defineAction('solveCase', {
  who: 'admin',
  input: z.object({ id: z.number().int().positive(), note: reasonText }),
  toInput: (id: number, note: string) => ({ id, note }),
  invalid: 'nota_no_valida',
  run: ({ id, note }) =>
    callRpc(createRequestClient(), 'resolver_caso', { p_caso: id, p_nota: note }, ['caso_no_existe', 'nota_no_valida']),
});

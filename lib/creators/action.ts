'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { fail, succeed } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { withdrawalInput } from './schema';

const asked = z.object({ retiro_id: z.string() });

/**
 * Requests a withdrawal from the creator's balance. Repeating an attempt requests nothing more; `clave_usada` if the
 * attempt was sent before with another amount or address, which was requested.
 */
export const requestWithdrawal = defineAction('requestWithdrawal', {
  who: 'signedIn',
  input: withdrawalInput,
  run: async ({ email, amount, attempt, password }) => {
    const result = await callRpc(
      createRequestClient(),
      'pedir_retiro',
      { p_paypal_email: email, p_centimos: amount, p_clave: attempt, ...(password ? { p_contrasena: password } : {}) },
      [
        'saldo_insuficiente',
        'importe_minimo',
        'email_no_valido',
        'clave_usada',
        'falta_contrasena',
        'contrasena_incorrecta',
      ],
      asked,
    );
    if (result.ok) return succeed(result.value.retiro_id);
    if (result.error === 'importe_minimo') return fail('invalid', { fieldErrors: { amount: 'minimum' } });
    if (result.error === 'email_no_valido') return fail('invalid', { fieldErrors: { email: 'email' } });
    if (result.error === 'contrasena_incorrecta')
      return fail('invalid', { fieldErrors: { password: 'wrongPassword' } });
    if (result.error !== 'saldo_insuficiente') return fail(result.error);
    // A debt is reported: sales were reversed after their payout.
    return fail(Number(result.details?.deuda_centimos) > 0 ? 'debt' : 'funds');
  },
  paths: ['/dashboard'],
  afterwards: [sendPendingMails],
});

/** Cancels an unapproved withdrawal of the signed-in creator. `ya_resuelto` if it is approved or rejected already. */
export const cancelWithdrawal = defineAction('cancelWithdrawal', {
  who: 'signedIn',
  input: z.uuid(),
  run: async (id) => {
    const cancelled = await callRpc(createRequestClient(), 'cancelar_retiro', { p_retiro: id }, [
      'retiro_no_existe',
      'ya_resuelto',
    ]);
    return cancelled.ok ? succeed('done' as const) : cancelled;
  },
  paths: ['/dashboard'],
});

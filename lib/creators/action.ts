'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { fail, succeed } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { withdrawalInput } from './schema';

const asked = z.object({ retiro_id: z.string() });

/**
 * Requests a withdrawal from the creator's balance. The same attempt is one withdrawal; `clave_usada` if it was sent
 * before with another amount or address, which was requested.
 */
export const requestWithdrawal = defineAction('requestWithdrawal', {
  who: 'signedIn',
  input: withdrawalInput,
  run: async ({ email, amount, attempt }) => {
    const result = await callRpc(
      createRequestClient(),
      'pedir_retiro',
      { p_paypal_email: email, p_centimos: amount, p_clave: attempt },
      ['saldo_insuficiente', 'importe_minimo', 'email_no_valido', 'clave_usada'],
      asked,
    );
    if (result.ok) return succeed(result.value.retiro_id);
    if (result.error === 'importe_minimo') return fail('invalid', { fieldErrors: { amount: 'minimum' } });
    if (result.error === 'email_no_valido') return fail('invalid', { fieldErrors: { email: 'email' } });
    if (result.error !== 'saldo_insuficiente') return fail(result.error);
    // A debt is reported: sales were reversed after their payout.
    return fail(Number(result.details?.deuda_centimos) > 0 ? 'debt' : 'funds');
  },
  paths: ['/dashboard'],
});

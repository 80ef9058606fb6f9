'use server';

import { after } from 'next/server';
import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { succeed } from '@/lib/core/action/result';
import { callRpc, logFailure, messageOf } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { carryOutPayout } from '@/lib/payments/payouts';

const resolved = z.object({ paypal_email: z.string(), centimos: z.coerce.number().int() });
type Payout = Parameters<typeof carryOutPayout>[0];

/**
 * Approves a withdrawal, which sends the money by PayPal, or rejects it with a reason, which gives it back. The database
 * refuses an approval that the creator's balance no longer covers (`saldo_insuficiente`).
 */
export const resolveWithdrawal = defineAction('resolveWithdrawal', {
  who: 'admin',
  input: z.object({ id: z.uuid(), approve: z.boolean(), reason: z.string() }),
  from: (id: string, approve: boolean, reason: string) => ({ id, approve, reason }),
  invalid: 'retiro_no_existe',
  run: async ({ id, approve, reason }) => {
    const result = await callRpc(
      createRequestClient(),
      'resolver_retiro',
      { p_retiro: id, p_aprobar: approve, p_motivo: reason },
      ['retiro_no_existe', 'ya_resuelto', 'motivo_no_valido', 'saldo_insuficiente'],
      z.unknown(),
    );
    if (!result.ok) return result;
    if (approve) {
      const { paypal_email, centimos } = resolved.parse(result.value);
      try {
        await carryOutPayout({ id, paypal_email, amount: centimos / 100 });
      } catch (problem) {
        // Approved all the same: the maintenance job sends it.
        log.error({ withdrawal: id, error: messageOf(problem) }, 'a payout could not be sent yet');
      }
    }
    return succeed(undefined);
  },
  afterwards: [sendPendingMails],
});

const approvalRefusals = ['retiro_no_existe', 'ya_resuelto', 'motivo_no_valido', 'saldo_insuficiente'] as const;

/** Approves one withdrawal. Answers its payout, or why it was not approved. */
async function approve(id: string): Promise<{ payout: Payout } | { outcome: string }> {
  const asked = { p_retiro: id, p_aprobar: true, p_motivo: '' };
  const result = await callRpc(createRequestClient(), 'resolver_retiro', asked, approvalRefusals, resolved).catch(
    logFailure('a withdrawal could not be approved'),
  );
  if (!result.ok) return { outcome: result.error };
  return { payout: { id, paypal_email: result.value.paypal_email, amount: result.value.centimos / 100 } };
}

async function sendPayouts(list: Payout[]): Promise<void> {
  for (const payout of list) {
    await carryOutPayout(payout).catch((problem: unknown) => {
      // Approved all the same: the maintenance job sends it.
      log.error({ withdrawal: payout.id, error: messageOf(problem) }, 'a payout could not be sent yet');
    });
  }
  await sendPendingMails();
}

/**
 * Approves several withdrawals, each in a transaction of its own: one that is refused does not stop the others. Sent
 * again, those that are approved answer `ya_resuelto` and are not paid again. The money is sent after the answer.
 *
 * @returns by the id of each withdrawal `approved`, or why it was not
 */
export const approveWithdrawals = defineAction('approveWithdrawals', {
  who: 'admin',
  input: z.array(z.uuid()).min(1).max(100),
  run: async (ids) => {
    const outcomes: Record<string, string> = {};
    const due: Payout[] = [];
    for (const id of new Set(ids)) {
      const answer = await approve(id);
      if ('payout' in answer) due.push(answer.payout);
      outcomes[id] = 'payout' in answer ? 'approved' : answer.outcome;
    }
    after(() => sendPayouts(due));
    return succeed(outcomes);
  },
});

/**
 * Settles a payout whose outcome is unknown, as an admin has found it at PayPal: paid, with a reference, or not paid,
 * which returns the money to the balance. Either needs a note, which is kept in the log.
 */
export const clarifyWithdrawal = defineAction('clarifyWithdrawal', {
  who: 'admin',
  input: z.object({
    id: z.uuid(),
    paid: z.boolean(),
    reference: z.string().trim().max(40),
    note: z.string().trim().max(500),
  }),
  invalid: 'nota_no_valida',
  run: ({ id, paid, reference, note }) =>
    callRpc(
      createRequestClient(),
      'aclarar_retiro',
      { p_retiro: id, p_pagado: paid, p_referencia: paid ? reference : null, p_nota: note },
      ['retiro_no_existe', 'nota_no_valida', 'referencia_no_valida', 'no_aclarable'],
    ),
  afterwards: [sendPendingMails],
});

'use server';

import { after } from 'next/server';
import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import type { DatabaseCode } from '@/lib/core/action/codes';
import { type Result, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure, messageOf } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingHooks } from '@/lib/hooks/send';
import { sendPendingMails } from '@/lib/mail/server';
import { carryOutPayout } from '@/lib/payments/payouts';
import { longestReason } from './lengths';

const payout = z
  .object({ paypal_email: z.string(), centimos: z.coerce.number().int() })
  .transform(({ paypal_email, centimos }) => ({ email: paypal_email, cents: centimos }));
type Payout = Parameters<typeof carryOutPayout>[0];

const refusals = ['retiro_no_existe', 'ya_resuelto', 'motivo_no_valido', 'saldo_insuficiente'] as const;

/** Approves a withdrawal and returns the payout. */
async function approve(id: string): Promise<Result<Payout, (typeof refusals)[number] | DatabaseCode>> {
  const asked = { p_retiro: id, p_aprobar: true, p_motivo: '' };
  const approved = await callRpc(createRequestClient(), 'resolver_retiro', asked, refusals, payout);
  return approved.ok ? succeed({ id, ...approved.value }) : approved;
}

const reject = (id: string, reason: string) =>
  callRpc(createRequestClient(), 'resolver_retiro', { p_retiro: id, p_aprobar: false, p_motivo: reason }, refusals);

async function sendPayouts(list: Payout[]): Promise<void> {
  for (const due of list) {
    await carryOutPayout(due).catch((problem: unknown) => {
      // It stays approved: the job sends it.
      log.error({ withdrawal: due.id, error: messageOf(problem) }, 'a payout could not be sent yet');
    });
  }
}

/**
 * Approves a withdrawal, which sends the money, or rejects it with a reason, which returns it. The database refuses an
 * approval that the balance does not cover (`saldo_insuficiente`).
 */
export const resolveWithdrawal = defineAction('resolveWithdrawal', {
  who: 'admin',
  input: z.object({ id: z.uuid(), approve: z.boolean(), reason: z.string() }),
  toInput: (id: string, approve: boolean, reason: string) => ({ id, approve, reason }),
  invalid: 'retiro_no_existe',
  run: async ({ id, approve: isApproved, reason }) => {
    if (!isApproved) return reject(id, reason);
    const approved = await approve(id);
    if (!approved.ok) return approved;
    await sendPayouts([approved.value]);
    return succeed(undefined);
  },
  afterwards: [sendPendingMails, sendPendingHooks],
});

/**
 * Approves several withdrawals, each in its own transaction. Idempotent: approved ones return `ya_resuelto` and are not
 * paid again. The money is sent after the response.
 *
 * @returns by the id of each withdrawal `approved`, or the refusal
 */
export const approveWithdrawals = defineAction('approveWithdrawals', {
  who: 'admin',
  input: z.array(z.uuid()).min(1).max(100),
  run: async (ids) => {
    const outcomes: Record<string, string> = {};
    const due: Payout[] = [];
    for (const id of new Set(ids)) {
      const approved = await approve(id).catch(logFailure('a withdrawal could not be approved'));
      if (approved.ok) due.push(approved.value);
      outcomes[id] = approved.ok ? 'approved' : approved.error;
    }
    after(async () => {
      await sendPayouts(due);
      await sendPendingMails();
    });
    return succeed(outcomes);
  },
});

/**
 * Settles a payout whose outcome is unknown, by what an admin found at PayPal: paid, with a reference, or not paid,
 * which returns the money to the balance. Either requires a note for the log.
 */
export const clarifyWithdrawal = defineAction('clarifyWithdrawal', {
  who: 'admin',
  input: z.object({
    id: z.uuid(),
    paid: z.boolean(),
    reference: z.string().trim().max(40),
    note: z.string().trim().max(longestReason),
  }),
  invalid: 'nota_no_valida',
  run: ({ id, paid, reference, note }) =>
    callRpc(
      createRequestClient(),
      'aclarar_retiro',
      { p_retiro: id, p_pagado: paid, p_referencia: paid ? reference : null, p_nota: note },
      ['retiro_no_existe', 'nota_no_valida', 'referencia_no_valida', 'no_aclarable'],
    ),
  afterwards: [sendPendingMails, sendPendingHooks],
});

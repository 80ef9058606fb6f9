'use server';

import { after } from 'next/server';
import { z } from 'zod';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { doneOf, resultOf } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { nullable } from '@/lib/core/supabase/nullable';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { carryOutPayout } from '@/lib/payments/payouts';

const resolveRefusals = z
  .enum(['sin_permiso', 'retiro_no_existe', 'ya_resuelto', 'motivo_no_valido', 'saldo_insuficiente'])
  .catch('retiro_no_existe');
type ResolveError = z.output<typeof resolveRefusals> | 'failed';

const resolved = z.object({ paypal_email: z.string(), centimos: z.coerce.number().int() });

/**
 * Approves a withdrawal, which sends the money by PayPal, or rejects it with a reason, which gives it back. The database
 * refuses an approval that the creator's balance no longer covers (`saldo_insuficiente`).
 */
export async function resolveWithdrawal(
  id: string,
  approve: boolean,
  reason: string,
): Promise<Result<undefined, ResolveError>> {
  const parsed = z
    .object({ id: z.uuid(), approve: z.boolean(), reason: z.string() })
    .safeParse({ id, approve, reason });
  if (!parsed.success) return fail('retiro_no_existe');
  const client = await createRequestClient();
  const result = resultOf(
    'resolver_retiro',
    await client.rpc('resolver_retiro', {
      p_retiro: parsed.data.id,
      p_aprobar: parsed.data.approve,
      p_motivo: parsed.data.reason,
    }),
    resolveRefusals,
  );
  if (!result.ok) return result;
  if (parsed.data.approve) {
    const { paypal_email, centimos } = resolved.parse(result.value);
    try {
      await carryOutPayout({ id: parsed.data.id, paypal_email, amount: centimos / 100 });
    } catch (problem) {
      // The approval stands; the ten-minute job sends the money.
      log.error({ withdrawal: id, error: (problem as Error).message }, 'a payout could not be sent yet');
    }
  }
  after(sendPendingMails);
  return succeed(undefined);
}

const clarifyInput = z.object({
  id: z.uuid(),
  paid: z.boolean(),
  reference: z.string().trim().max(40),
  note: z.string().trim().max(500),
});

const clarifyRefusals = z
  .enum(['sin_permiso', 'retiro_no_existe', 'nota_no_valida', 'referencia_no_valida', 'no_aclarable'])
  .catch('no_aclarable');
type ClarifyError = z.output<typeof clarifyRefusals> | 'failed';

/**
 * Settles a payout whose outcome is unknown, as an admin has found it at PayPal: paid, with a reference, or not paid,
 * which returns the money to the balance. Either needs a note, which is kept in the log.
 */
export async function clarifyWithdrawal(input: z.input<typeof clarifyInput>): Promise<Result<undefined, ClarifyError>> {
  const parsed = clarifyInput.safeParse(input);
  if (!parsed.success) return fail('nota_no_valida');
  const { id, paid, reference, note } = parsed.data;
  const client = await createRequestClient();
  const result = doneOf(
    'aclarar_retiro',
    await client.rpc(
      'aclarar_retiro',
      nullable({ p_retiro: id, p_pagado: paid, p_referencia: paid ? reference : null, p_nota: note }),
    ),
    clarifyRefusals,
  );
  after(sendPendingMails);
  return result;
}

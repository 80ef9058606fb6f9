'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { parseInput } from '@/lib/core/action/form';
import { refusalRow } from '@/lib/core/action/refusal';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import { withdrawalInput } from './schema';

type WithdrawalError = 'invalid' | 'funds' | 'debt' | 'failed';

const codes: Record<string, WithdrawalError> = {
  saldo_insuficiente: 'funds',
  importe_minimo: 'invalid',
  email_no_valido: 'invalid',
};

/** A creator with a debt gets a message of its own, because the money is missing after sales were taken back. */
const inDebt = z.object({ error: z.literal('saldo_insuficiente'), deuda_centimos: z.coerce.number().positive() });

const answer = z.object({ retiro_id: z.string() });

/** Requests a withdrawal from the creator's balance. Sending the same attempt twice is one withdrawal. */
export async function requestWithdrawal(input: {
  email: string;
  amount: string;
  attempt: string;
}): Promise<Result<string, WithdrawalError>> {
  const parsed = parseInput(withdrawalInput, input);
  if (!parsed.ok) return fail('invalid', parsed.fieldErrors ? { fieldErrors: parsed.fieldErrors } : {});
  const client = await createRequestClient();
  const { data, error } = await client.rpc('pedir_retiro', {
    p_paypal_email: parsed.value.email,
    p_centimos: parsed.value.amount,
    p_clave: parsed.value.attempt,
  });
  if (error) {
    log.error({ error: error.message }, 'a withdrawal could not be recorded');
    return fail('failed');
  }
  if (inDebt.safeParse(data).success) return fail('debt');
  const refused = refusalRow.safeParse(data);
  if (refused.success) return fail(codes[refused.data.error] ?? 'failed');
  revalidatePath('/dashboard');
  return succeed(answer.parse(data).retiro_id);
}

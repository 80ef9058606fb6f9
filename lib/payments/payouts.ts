import 'server-only';
import { z } from 'zod';
import { callRpc, messageOf, nothing, readRpc } from '@/lib/core/action/rpc';
import { forEachAtOnce } from '@/lib/core/http/for-each-at-once';
import { log } from '@/lib/core/log';
import { euroAmount } from '@/lib/core/money/euro-amount';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { dataOf } from '@/lib/core/supabase/data-of';
import { payouts } from './providers';

/** A withdrawal to a PayPal address, in euro cents. */
type OpenWithdrawal = { id: string; email: string; cents: number };

const ticketRow = z.object({
  /** PayPal's batch, once known. */
  lote: z.string().nullable(),
  intento: z.coerce.number().int(),
  /** Start of this step by the database's clock; PayPal's answer is not older. */
  momento: z.string(),
});

const openWithdrawal = z
  .object({ id: z.string(), paypal_email: z.string(), amount: euroAmount })
  .transform(({ id, paypal_email, amount }): OpenWithdrawal => ({ id, email: paypal_email, cents: amount }));

/** The next step of a withdrawal; null if there is none. It counts an attempt to pay. */
async function prepare(id: string) {
  const ticket = await callRpc(createAdminClient(), 'preparar_envio', { p_retiro: id }, null, ticketRow);
  if (ticket.ok) return ticket.value;
  log.warn({ withdrawal: id, reason: ticket.error }, 'a payout is not sent');
  return null;
}

async function noteBatch(id: string, batchId: string): Promise<void> {
  await readRpc(createAdminClient(), 'anotar_lote', { p_retiro: id, p_lote: batchId }, nothing);
}

async function send(withdrawal: OpenWithdrawal, attempt: number): Promise<string | null> {
  try {
    const batchId = await payouts.send(withdrawal);
    await noteBatch(withdrawal.id, batchId);
    return batchId;
  } catch (problem) {
    const reason = payouts.refusal(problem);
    if (reason === null) throw problem;
    const refused = { p_retiro: withdrawal.id, p_intento: attempt, p_motivo: reason };
    await readRpc(createAdminClient(), 'rechazar_envio', refused, nothing);
    log.warn({ withdrawal: withdrawal.id, attempt, issue: reason }, 'PayPal refused a payout');
    return null;
  }
}

const waits = { unclaimed: 'sin_reclamar', held: 'retenido' } as const;
const states = { paid: 'pagado', failed: 'fallido', waiting: 'pendiente' } as const;

/**
 * Continues a withdrawal: sends it if it was not sent, otherwise asks PayPal. Idempotent, also in parallel and after a
 * crash. A withdrawal sent without an answer has an unknown outcome until PayPal names the batch, even if a later call
 * is refused (`docs/decisions/0018-a-payout-without-an-answer.md`).
 *
 * @throws if PayPal or the database does not answer; the ten-minute job tries again
 */
export async function carryOutPayout(withdrawal: OpenWithdrawal): Promise<void> {
  const ticket = await prepare(withdrawal.id);
  if (!ticket) return;
  const batchId = ticket.lote ?? (await send(withdrawal, ticket.intento));
  if (!batchId) return;
  const found = await payouts.find(batchId);
  if (found.withdrawalId !== withdrawal.id) throw new Error(`batch ${batchId} is not of withdrawal ${withdrawal.id}`);
  const args = {
    p_retiro: withdrawal.id,
    p_estado: states[found.state],
    p_referencia: found.itemId,
    p_motivo: found.reason,
    p_momento: ticket.momento,
    p_espera: found.wait && waits[found.wait],
  };
  await readRpc(createAdminClient(), 'cerrar_retiro', args, nothing);
}

/**
 * Continues the withdrawal of a PayPal event, regardless of its state.
 *
 * @param batchId the batch of the event, if any; it may be new to the shop
 */
export async function followPayout(withdrawalId: string, batchId: string | null): Promise<void> {
  const data = await dataOf(
    'withdrawal query',
    createAdminClient().from('withdrawals').select('id,paypal_email,amount,lote').eq('id', withdrawalId).maybeSingle(),
  );
  if (!data) return;
  if (batchId && batchId !== data.lote) {
    const { withdrawalId: owner } = await payouts.find(batchId);
    if (owner !== withdrawalId) return;
    await noteBatch(withdrawalId, batchId);
  }
  await carryOutPayout(openWithdrawal.parse(data));
}

/**
 * Continues up to 100 withdrawals, longest waiting first: open ones, and settled ones for a check, because events may
 * be lost.
 *
 * @returns the numbers of tried and of failed ones; failures are logged
 */
export async function finishPayouts(): Promise<{ asked: number; failed: number }> {
  const withdrawals = await readRpc(
    createAdminClient(),
    'retiros_por_seguir',
    { p_limite: 100 },
    z.array(openWithdrawal),
  );
  let failed = 0;
  await forEachAtOnce(withdrawals, async (withdrawal) => {
    try {
      await carryOutPayout(withdrawal);
    } catch (problem) {
      failed += 1;
      log.error({ withdrawal: withdrawal.id, error: messageOf(problem) }, 'a payout could not be carried out');
    }
  });
  return { asked: withdrawals.length, failed };
}

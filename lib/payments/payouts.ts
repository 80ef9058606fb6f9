import 'server-only';
import { log } from '@/lib/log';
import { toCents } from '@/lib/money';
import { createAdminClient } from '@/lib/supabase/admin';
import { PayPalError } from './paypal/client';
import { findPayout, sendPayout } from './paypal/payouts';

type OpenWithdrawal = { id: string; paypal_email: string; amount: string | number; lote: string | null };

async function close(id: string, state: 'pagado' | 'fallido', itemId: string | null, reason: string | null) {
  const { error } = await createAdminClient().rpc('cerrar_retiro', {
    p_retiro: id,
    p_estado: state,
    p_referencia: itemId as string,
    p_motivo: reason as string,
  });
  if (error) throw new Error(`cerrar_retiro: ${error.message}`);
}

async function send(withdrawal: OpenWithdrawal): Promise<string | null> {
  try {
    const batchId = await sendPayout({
      id: withdrawal.id,
      email: withdrawal.paypal_email,
      cents: toCents(withdrawal.amount),
    });
    const { error } = await createAdminClient().rpc('anotar_lote', { p_retiro: withdrawal.id, p_lote: batchId });
    if (error) throw new Error(`anotar_lote: ${error.message}`);
    return batchId;
  } catch (error) {
    if (!(error instanceof PayPalError && error.isRefusal)) throw error;
    // PayPal has understood and said no: the money goes back to the balance.
    await close(withdrawal.id, 'fallido', null, error.issue);
    return null;
  }
}

/**
 * Carries on with an approved withdrawal: sends it when it was not sent, asks what has become of it when it was.
 * Safe to repeat, at once and after a stop in the middle (DESIGN §6: `sender_batch_id` is the withdrawal's id).
 *
 * @throws when PayPal or the database does not answer; the maintenance job tries again
 */
export async function carryOutPayout(withdrawal: OpenWithdrawal): Promise<void> {
  const batchId = withdrawal.lote ?? (await send(withdrawal));
  if (!batchId) return;
  const { state, itemId, reason } = await findPayout(batchId);
  if (state === 'paid') await close(withdrawal.id, 'pagado', itemId, null);
  if (state === 'failed') await close(withdrawal.id, 'fallido', itemId, reason);
}

const columns = 'id,paypal_email,amount,lote';

/** Carries on with the withdrawal behind a payout that PayPal has news of. Nobody's payout is ignored. */
export async function followPayout(withdrawalId: string): Promise<void> {
  const { data, error } = await createAdminClient()
    .from('withdrawals')
    .select(columns)
    .eq('id', withdrawalId)
    .in('estado', ['en_proceso', 'pagado'])
    .maybeSingle();
  if (error) throw new Error(`withdrawal query failed: ${error.message}`);
  if (data) await carryOutPayout(data);
}

/** Carries on with every approved withdrawal that is not settled: news may have been lost. */
export async function finishPayouts(): Promise<{ asked: number; failed: number }> {
  const { data, error } = await createAdminClient()
    .from('withdrawals')
    .select(columns)
    .eq('estado', 'en_proceso')
    .order('created_at')
    .limit(100);
  if (error) throw new Error(`withdrawals query failed: ${error.message}`);
  let failed = 0;
  for (const withdrawal of data) {
    try {
      await carryOutPayout(withdrawal);
    } catch (problem) {
      failed += 1;
      log.error({ withdrawal: withdrawal.id, error: (problem as Error).message }, 'a payout could not be carried out');
    }
  }
  return { asked: data.length, failed };
}

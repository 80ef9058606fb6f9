import 'server-only';
import { z } from 'zod';
import { messageOf, nothing, readRpc } from '@/lib/core/action/rpc';
import { forEachAtOnce } from '@/lib/core/http/for-each-at-once';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { maxRows, readAllRows } from '@/lib/core/supabase/all-rows';
import { recordAndFollow, refreshStock } from './follow-event';
import type { PaymentProvider } from './provider';
import { providerOf } from './providers';
import { providerName } from './rows';
import type { RefundFact, ReversalEvent } from './types';

/** A `pending` refund is recorded later, by the provider's webhook or the reconcile job. */
export type RefundOutcome = { status: 'done' } | { status: 'pending' } | { status: 'refused'; reason: string };

/** An ordered refund as the database describes it (`describir_reembolso`). */
export const refundOrder = z
  .object({
    reembolso_id: z.string(),
    centimos: z.coerce.number(),
    pago_id: z.string(),
    proveedor: providerName,
    referencia: z.string(),
  })
  .transform((row) => ({
    id: row.reembolso_id,
    paymentId: row.pago_id,
    provider: row.proveedor,
    reference: row.referencia,
    cents: row.centimos,
  }));

export type RefundOrder = z.output<typeof refundOrder>;

async function recordFacts(order: RefundOrder, facts: Pick<ReversalEvent, 'refunds' | 'disputes'>): Promise<void> {
  const { provider, reference, paymentId } = order;
  const recorded = await recordAndFollow({ kind: 'reversals', provider, reference, paymentId, ...facts });
  if (!recorded.ok) throw new Error(`refund ${order.id}: ${recorded.error}`);
}

function outcomeOf(refund: RefundFact): RefundOutcome {
  if (refund.state === 'fallido') return { status: 'refused', reason: refund.problem ?? 'failed' };
  return { status: refund.state === 'hecho' ? 'done' : 'pending' };
}

/** Looks for a refund order among the provider's refunds, and records all of them. */
async function lookUpRefund(provider: PaymentProvider, order: RefundOrder): Promise<RefundOutcome | null> {
  const found = await provider.findReversals(order.reference);
  if (!found || found.refunds.length + found.disputes.length === 0) return null;
  await recordFacts(order, found);
  const own = found.refunds.find(({ ownId }) => ownId === order.id);
  return own ? outcomeOf(own) : null;
}

async function refuse(order: RefundOrder, reason: string): Promise<RefundOutcome> {
  const refused = { p_reembolso: order.id, p_error: reason };
  await readRpc(createAdminClient(), 'rechazar_reembolso', refused, nothing);
  return { status: 'refused', reason };
}

/**
 * Carries out a refund order, and records it. Idempotent: it first looks for an earlier attempt whose answer was lost.
 *
 * @returns the provider's result; a refusal is stored with the order
 * @throws if the provider or the database does not answer; the reconcile job tries again
 */
export async function carryOutRefund(order: RefundOrder): Promise<RefundOutcome> {
  // The database returned the coins when it recorded the order.
  if (order.provider === 'uncoins') {
    await refreshStock(order.paymentId, 'refunded');
    return { status: 'done' };
  }
  const provider = providerOf(order.provider);
  if (!provider) return refuse(order, order.provider);
  const made = await lookUpRefund(provider, order);
  if (made) return made;
  const answer = await provider.refund(order.reference, order);
  if ('refused' in answer) return (await lookUpRefund(provider, order)) ?? refuse(order, answer.refused);
  await recordFacts(order, { refunds: [answer], disputes: [] });
  return outcomeOf(answer);
}

type OrderedRow = {
  id: string;
  centimos: number;
  pago_id: string;
  pagos: { proveedor: string; referencia: string | null } | null;
};

/**
 * Carries out ordered refunds that were not finished, after a crash or without an answer of the provider.
 *
 * @returns the numbers of ordered and of completed ones; failures are logged
 */
export async function finishRefunds(): Promise<{ asked: number; done: number }> {
  const ordered = await readAllRows<OrderedRow>('refunds', (last) => {
    const page = createAdminClient()
      .from('reembolsos')
      .select('id,centimos,pago_id,pagos(proveedor,referencia)')
      .eq('estado', 'pedido')
      .order('id')
      .limit(maxRows);
    return last ? page.gt('id', last.id) : page;
  });
  let done = 0;
  await forEachAtOnce(ordered, async ({ id, centimos, pago_id, pagos }) => {
    if (!pagos?.referencia) return;
    try {
      const outcome = await carryOutRefund({
        id,
        cents: Number(centimos),
        paymentId: pago_id,
        provider: providerName.parse(pagos.proveedor),
        reference: pagos.referencia,
      });
      if (outcome.status === 'done') done += 1;
    } catch (problem) {
      log.error({ refund: id, error: messageOf(problem) }, 'a refund could not be carried out');
    }
  });
  return { asked: ordered.length, done };
}

import 'server-only';
import { z } from 'zod';
import { takeClubCharge } from '@/lib/club/charge-event';
import { refreshSubscription } from '@/lib/club/refresh';
import { nothing, readRpc, toJson } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import type { PageProvider } from '@/lib/payments/methods';
import { followPayout } from '@/lib/payments/payouts';
import type { ProviderEvent } from '@/lib/payments/provider';
import { takePaymentEvent } from '@/lib/payments/take-payment-event';

/** Applies an event and returns its outcome for the log. */
async function follow({ id, subscription, movedCharge, read }: ProviderEvent): Promise<string> {
  const membership = subscription && (await refreshSubscription(subscription.id, subscription.invoice));
  const clubCharge = movedCharge && (await takeClubCharge(movedCharge));
  if (clubCharge) return clubCharge;
  const news = await read();
  if (news?.kind === 'payout') await followPayout(news.withdrawalId, news.batchId);
  if (!news || news.kind === 'payout') return membership ? `club ${membership.state}` : 'ignored';
  const result = await takePaymentEvent({ ...news, eventId: id });
  return result.ok ? result.value.state : result.error;
}

/**
 * Handles a verified event: records it, applies it, and marks it as done. Idempotent; a failed event is applied when
 * the provider repeats it.
 *
 * @returns the outcome for the log
 * @throws if it could not be handled, so that the provider repeats it
 */
export async function takeEvent(provider: PageProvider, event: ProviderEvent): Promise<string> {
  const client = createAdminClient();
  const facts = {
    p_proveedor: provider,
    p_evento_id: event.id,
    p_tipo: event.type,
    p_payload: toJson(event.payload),
  };
  const { nuevo } = await readRpc(client, 'registrar_evento', facts, z.object({ nuevo: z.boolean() }));
  if (!nuevo) return 'repeated';
  const outcome = await follow(event);
  await readRpc(client, 'cerrar_evento', { p_proveedor: provider, p_evento_id: event.id }, nothing);
  return outcome;
}

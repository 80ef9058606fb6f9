import 'server-only';
import { after } from 'next/server';
import { z } from 'zod';
import { callRpc, readRpc } from '@/lib/core/action/rpc';
import { makeStale } from '@/lib/core/cache/stale';
import { tags } from '@/lib/core/cache/tags';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import type { Json } from '@/lib/core/supabase/database.types';
import { createPublicClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import type { ClubCharge } from './charge';
import { readClubCharges } from './charges';
import type { ClubState } from './state';
import { clubStateOf } from './state';
import { findSubscription } from './stripe';

/** Revalidates the public profile, which shows the Club's badge. */
async function refreshBadge(userId: string): Promise<void> {
  const { data, error } = await createPublicClient()
    .from('usuarios_meta')
    .select('display_name')
    .eq('id', userId)
    .maybeSingle();
  if (error) log.warn({ user: userId, error: error.message }, 'the badge of a profile could not be refreshed');
  if (data) makeStale({ soon: [tags.creator(data.display_name)] });
}

const chargeRow = (charge: ClubCharge): Json => ({
  factura: charge.invoice,
  intento: charge.intent,
  cargo: charge.charge,
  desde: charge.from.toISOString(),
  hasta: charge.until.toISOString(),
  centimos: charge.cents,
  credito_centimos: charge.creditCents,
  moneda: charge.currency,
  estado: charge.state,
  plan: charge.plan,
  devuelto_centimos: charge.returnedCents,
  perdido: charge.isLost,
  pagado_at: charge.paidAt?.toISOString() ?? null,
});

async function settledInvoices(reference: string): Promise<string[]> {
  const asked = { p_referencia: reference };
  return readRpc(createAdminClient(), 'cargos_club_asentados', asked, z.array(z.string()));
}

const applied = z.object({ ok: z.literal(true), por_cancelar: z.boolean() });

/** A subscription at Stripe, and whether it must be ended there. */
export type Applied = { state: ClubState; isToEnd: boolean };

/**
 * Reads a subscription and its charges from Stripe, and updates the account.
 *
 * @param invoice an invoice that an event is about; it is read even if it is settled
 * @returns null for a subscription that is not of the Club, or of nobody known
 * @throws if Stripe or the database does not answer
 */
export async function applySubscription(reference: string, invoice?: string): Promise<Applied | null> {
  const seenAt = new Date();
  const subscription = await findSubscription(reference);
  const news = subscription && clubStateOf(subscription);
  if (!news) return null;
  const charges = await readClubCharges(reference, await settledInvoices(reference), invoice);
  const facts = {
    p_usuario: news.userId,
    p_referencia: news.reference,
    p_plan: news.plan,
    p_estado: news.state,
    p_periodo_inicio: news.from.toISOString(),
    p_periodo_fin: news.until.toISOString(),
    p_visto_at: seenAt.toISOString(),
    p_cargos: charges.map(chargeRow),
    ...(news.change && { p_cambio_plan: news.change.plan, p_cambio_hasta: news.change.until.toISOString() }),
    ...(news.cents !== null && { p_precio_centimos: news.cents }),
    ...(news.next && {
      p_proximo_plan: news.next.plan,
      p_proximo_desde: news.next.from.toISOString(),
      p_proximo_centimos: news.next.cents,
    }),
  };
  const answer = await callRpc(createAdminClient(), 'aplicar_suscripcion', facts, ['usuario_no_existe'], applied);
  if (!answer.ok && answer.error === 'usuario_no_existe') {
    log.warn({ subscription: reference, user: news.userId }, 'a subscription is of nobody whom the shop knows');
    return null;
  }
  if (!answer.ok) throw new Error(`aplicar_suscripcion refused with ${answer.error}`);
  after(sendPendingMails);
  await refreshBadge(news.userId);
  return { state: news, isToEnd: answer.value.por_cancelar };
}

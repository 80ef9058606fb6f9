import 'server-only';
import { revalidateTag } from 'next/cache';
import { after } from 'next/server';
import { tags } from '@/lib/cache/tags';
import { sendPendingMails } from '@/lib/mail/server';
import { createAdminClient } from '@/lib/supabase/admin';
import { createPublicClient } from '@/lib/supabase/server';
import type { ClubState } from './state';
import { clubStateOf } from './state';
import { findSubscription } from './stripe';

/** The public profile wears the badge of the Club: it has become old. */
async function refreshBadge(userId: string): Promise<void> {
  const { data } = await createPublicClient()
    .from('usuarios_meta')
    .select('display_name')
    .eq('id', userId)
    .maybeSingle();
  if (data) revalidateTag(tags.creator(data.display_name), { expire: 0 });
}

/**
 * Asks Stripe about a subscription and makes the account follow. Webhooks, the return page, the buttons and the
 * cron all end here, in any order: what counts is what Stripe says now, not what the event said.
 *
 * @returns the state that Stripe reported, or null for a subscription that is not one of the Club
 * @throws when Stripe or the database does not answer
 */
export async function refreshSubscription(reference: string): Promise<ClubState | null> {
  const seenAt = new Date();
  const subscription = await findSubscription(reference);
  const news = subscription && clubStateOf(subscription);
  if (!news) return null;
  const { data, error } = await createAdminClient().rpc('aplicar_suscripcion', {
    p_usuario: news.userId,
    p_referencia: news.reference,
    p_plan: news.plan,
    p_estado: news.state,
    p_periodo_inicio: news.from.toISOString(),
    p_periodo_fin: news.until.toISOString(),
    p_visto_at: seenAt.toISOString(),
  });
  if (error) throw new Error(`aplicar_suscripcion: ${error.message}`);
  const answer = data as { ok: boolean; error?: string };
  if (!answer.ok) throw new Error(`aplicar_suscripcion refused: ${answer.error}`);
  after(sendPendingMails);
  await refreshBadge(news.userId);
  return news;
}

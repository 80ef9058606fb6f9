import 'server-only';
import Stripe from 'stripe';
import { z } from 'zod';
import { messageOf, nothing, readRpc, readRpcRows } from '@/lib/core/action/rpc';
import { forEachAtOnce } from '@/lib/core/http/for-each-at-once';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { stripe } from '@/lib/payments/stripe/client';
import { closeSession } from '@/lib/payments/stripe/sessions';
import { applySubscription } from './apply-subscription';
import { endAfterPaidPeriod, endNow, findSubscription } from './stripe';

const orders = z.array(
  z.object({
    id: z.number(),
    referencia: z.string(),
    modo: z.enum(['ahora', 'al_final']),
    reembolsos: z.array(z.object({ id: z.string(), intento: z.string() })),
  }),
);
type Order = z.output<typeof orders>[number];

const idlePage = z.object({ sesion: z.string(), referencia: z.string() });

async function endAtStripe({ referencia, modo }: Order): Promise<void> {
  const subscription = await findSubscription(referencia);
  if (!subscription || subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return;
  await (modo === 'al_final' ? endAfterPaidPeriod(referencia) : endNow(referencia));
}

/** Refunds a charge. If Stripe refuses, an admin gets a case. */
async function refundCharge({ id, intento }: Order['reembolsos'][number]): Promise<void> {
  try {
    await stripe().refunds.create(
      { payment_intent: intento, reason: 'duplicate' },
      { idempotencyKey: `club-reembolso:${id}` },
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    if (error.code === 'charge_already_refunded') return;
    const found = {
      p_pago: null,
      p_tipo: 'club_reembolso_fallido',
      p_clave: `club_reembolso_fallido:${id}`,
      p_datos: { cargo_club: id, motivo: error.code ?? error.message },
    };
    await readRpc(createAdminClient(), 'abrir_caso', found, nothing);
  }
}

async function carryOut(order: Order): Promise<void> {
  await endAtStripe(order);
  for (const refund of order.reembolsos) await refundCharge(refund);
  const now = (await applySubscription(order.referencia))?.state;
  if (now && (order.modo === 'ahora' ? now.state !== 'terminada' : now.state === 'activa')) {
    throw new Error(`it is ${now.state} still`);
  }
}

/**
 * Carries out ordered cancellations at Stripe: after a ban, a deleted account, a refunded charge or a second
 * membership. Unconfirmed ones are repeated next time. Idempotent.
 *
 * @returns how many were ordered, and how many were carried out
 */
export async function finishClubCancellations(): Promise<{ asked: number; done: number }> {
  const client = createAdminClient();
  const pending = await readRpc(client, 'cancelaciones_club_pendientes', {}, orders);
  let done = 0;
  await forEachAtOnce(pending, async (order) => {
    let problem: string | undefined;
    try {
      await carryOut(order);
      done += 1;
    } catch (reason) {
      problem = messageOf(reason);
      log.error({ subscription: order.referencia, error: problem }, 'a subscription could not be ended');
    }
    const closed = { p_id: order.id, ...(problem === undefined ? {} : { p_error: problem }) };
    await readRpc(client, 'cerrar_cancelacion_club', closed, nothing);
  });
  return { asked: pending.length, done };
}

/**
 * Closes join pages of members, banned people and deleted accounts. Returns their number. Pages without an answer of
 * Stripe are tried again next time.
 */
export async function closeIdleClubPages(): Promise<number> {
  const client = createAdminClient();
  const pages = await readRpcRows(client, 'sesiones_club_por_cerrar', {}, 'sesion', idlePage);
  let done = 0;
  await forEachAtOnce(pages, async ({ sesion, referencia }) => {
    try {
      if ((await closeSession(referencia))?.status === 'open') return;
    } catch (reason) {
      log.error({ session: referencia, error: messageOf(reason) }, 'a page to join could not be closed');
      return;
    }
    await readRpc(client, 'cerrar_sesion_club', { p_sesion: sesion }, nothing);
    done += 1;
  });
  return done;
}

import 'server-only';
import Stripe from 'stripe';
import { z } from 'zod';
import { asRefusal, type Refusal } from '@/lib/checkout/refusals';
import { callRpc, nothing, readRpc } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import type { Locale } from '@/lib/core/i18n/locales';
import { locales } from '@/lib/core/i18n/locales';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { createRequestClient } from '@/lib/core/supabase/server';
import { idOf } from '@/lib/payments/stripe/id-of';
import { closeSession, findSession } from '@/lib/payments/stripe/sessions';
import { type ClubPlan, clubPlans } from './index';
import { stripePriceOf } from './prices';
import { refreshSubscription } from './refresh';
import { createClubSession } from './stripe';

const pageRow = z
  .object({
    ok: z.literal(true),
    sesion: z.string(),
    plan: z.enum(clubPlans),
    idioma: z.enum(locales),
    correo: z.string().nullable(),
    referencia: z.string().nullable(),
    centimos: z.number().int(),
    caduca_at: z.coerce.date(),
    igual: z.boolean(),
  })
  .transform((row) => ({
    id: row.sesion,
    plan: row.plan,
    locale: row.idioma,
    email: row.correo,
    reference: row.referencia,
    cents: row.centimos,
    expiresAt: row.caduca_at,
    isWanted: row.igual,
  }));
type Page = z.output<typeof pageRow>;

async function closePage(id: string): Promise<void> {
  await readRpc(createAdminClient(), 'cerrar_sesion_club', { p_sesion: id }, nothing);
}

/** Records the page's reference. Returns false if the page was closed meanwhile. */
async function rememberPage(id: string, reference: string): Promise<boolean> {
  const page = { p_sesion: id, p_referencia: reference };
  return readRpc(createAdminClient(), 'recordar_sesion_club', page, z.boolean());
}

/**
 * True if Stripe answered with a failure or refusal, which it repeats for the same key. Lost connections and key
 * conflicts (409) do not count.
 */
const isFinalAnswer = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  !(error instanceof Stripe.errors.StripeConnectionError) &&
  error.statusCode !== 409;

/**
 * The page at Stripe. A page that was opened but not recorded is found by repeating the call with its key. If Stripe
 * cannot open it, row and key are dropped: nobody was sent to that page.
 */
async function sessionOf(page: Page, userId: string): Promise<Stripe.Checkout.Session | null> {
  if (page.reference) return findSession(page.reference);
  try {
    return await createClubSession({
      userId,
      email: page.email,
      plan: page.plan,
      price: await stripePriceOf(page.plan, page.cents, page.locale),
      locale: page.locale,
      siteUrl: env().SITE_URL,
      expiresAt: page.expiresAt,
      pageId: page.id,
    });
  } catch (error) {
    if (isFinalAnswer(error)) await closePage(page.id);
    throw error;
  }
}

/** Closes a page so that nobody can pay it. If it was paid meanwhile, the membership begins first. */
async function giveUpPage(page: Page, session: Stripe.Checkout.Session | null): Promise<void> {
  const closed = session && (await closeSession(session.id));
  const subscription = idOf(closed?.subscription);
  if (subscription) await refreshSubscription(subscription);
  await closePage(page.id);
}

/**
 * Stripe's join page for the signed-in person. A person has one open page: the same choice reuses it, another choice
 * closes it first, so that two tabs cannot start two memberships.
 *
 * @returns the address, or the refusal
 * @throws if Stripe or the database does not answer
 */
export async function openClubPage(userId: string, plan: ClubPlan, locale: Locale): Promise<URL | Refusal> {
  const client = await createRequestClient();
  let hasFailed = false;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const wish = { p_plan: plan, p_idioma: locale };
    const opened = await callRpc(client, 'abrir_sesion_club', wish, null, pageRow);
    if (!opened.ok) return asRefusal(opened.error);
    const page = opened.value;
    let session: Stripe.Checkout.Session | null;
    try {
      session = await sessionOf(page, userId);
    } catch (error) {
      // Retry once with another key; a second failure means that Stripe is down.
      if (hasFailed || !isFinalAnswer(error)) throw error;
      hasFailed = true;
      continue;
    }
    if (page.isWanted && session?.status === 'open' && session.url) {
      if (page.reference || (await rememberPage(page.id, session.id))) return new URL(session.url);
    } else {
      await giveUpPage(page, session);
    }
  }
  return 'fallo';
}

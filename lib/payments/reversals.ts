import 'server-only';
import { z } from 'zod';
import { messageOf, readRpc } from '@/lib/core/action/rpc';
import { forEachAtOnce } from '@/lib/core/http/for-each-at-once';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { type PageProvider, type Provider, pageProviders } from './methods';
import { pageProvider, providerOf } from './providers';
import { providerName } from './rows';
import { takePaymentEvent } from './take-payment-event';

export type BookedReversals = { asked: number; failed: number };

async function bookReversals(payments: { provider: Provider; reference: string }[]): Promise<BookedReversals> {
  let failed = 0;
  await forEachAtOnce(payments, async ({ provider, reference }) => {
    try {
      const found = await providerOf(provider)?.findReversals(reference);
      if (found && found.refunds.length + found.disputes.length > 0) await takePaymentEvent(found);
    } catch (problem) {
      failed += 1;
      log.error({ reference, error: messageOf(problem) }, 'what went back of a payment could not be read');
    }
  });
  return { asked: payments.length, failed };
}

const recentPayments = z.array(
  z
    .object({ proveedor: providerName, referencia: z.string() })
    .transform(({ proveedor, referencia }) => ({ provider: proveedor, reference: referencia })),
);

const lookBackMs = 3 * 24 * 60 * 60 * 1000;

async function disputedAt(provider: PageProvider, since: Date): Promise<{ provider: Provider; reference: string }[]> {
  const references = (await pageProvider[provider].disputedSince?.(since)) ?? [];
  return references.map((reference) => ({ provider, reference }));
}

/**
 * Records refunds and disputes whose events were lost: disputes that changed in the last three days, and refunds of
 * recent payments. (Stripe lists its missed events: see `catchUpEvents`.)
 *
 * @throws if a provider or the database does not answer
 */
export async function catchUpReversals(): Promise<{ disputes: BookedReversals; payments: BookedReversals }> {
  const since = new Date(Date.now() - lookBackMs);
  const disputed = await Promise.all(pageProviders.map((provider) => disputedAt(provider, since)));
  const disputes = await bookReversals(disputed.flat());
  const recent = await readRpc(createAdminClient(), 'pagos_por_revisar', {}, recentPayments);
  const payments = await bookReversals(recent);
  return { disputes, payments };
}

import 'server-only';
import { z } from 'zod';
import { messageOf, readRpc } from '@/lib/core/action/rpc';
import { forEachAtOnce } from '@/lib/core/http/several';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { type PageProvider, pageProviders } from '@/lib/payments/methods';
import type { ProviderEvent } from '@/lib/payments/provider';
import { pageProvider } from '@/lib/payments/providers';
import { takeEvent } from './take-event';

const lookBackMs = 3 * 24 * 60 * 60 * 1000;

/** Events whose webhook did not arrive stay in the provider's list, whatever was done about them. */
async function withoutDone(provider: PageProvider, events: ProviderEvent[]): Promise<ProviderEvent[]> {
  if (events.length === 0) return [];
  const asked = { p_proveedor: provider, p_eventos: events.map(({ id }) => id) };
  const open = new Set(await readRpc(createAdminClient(), 'eventos_sin_tratar', asked, z.array(z.string())));
  return events.filter(({ id }) => open.has(id));
}

async function catchUp(provider: PageProvider, since: Date): Promise<number> {
  const missed = (await pageProvider[provider].missedEvents?.(since)) ?? [];
  let taken = 0;
  await forEachAtOnce(await withoutDone(provider, missed), async (event) => {
    try {
      if ((await takeEvent(provider, event)) !== 'repeated') taken += 1;
    } catch (error) {
      log.error({ event: event.id, error: messageOf(error) }, 'a missed event could not be taken in');
    }
  });
  return taken;
}

/**
 * Handles the events of the last three days whose webhook did not arrive, oldest first and several at once, from
 * providers that list them.
 * They may report a refund, a dispute or the end of a subscription that no other job would notice.
 *
 * @returns how many events were new
 * @throws when a provider or the database does not answer
 */
export async function catchUpEvents(): Promise<number> {
  const since = new Date(Date.now() - lookBackMs);
  let taken = 0;
  for (const provider of pageProviders) taken += await catchUp(provider, since);
  return taken;
}

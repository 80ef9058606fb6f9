import 'server-only';
import { log } from '@/lib/core/log';
import { type PageProvider, pageProviders } from '@/lib/payments/methods';
import { pageProvider } from '@/lib/payments/providers';
import { takeEvent } from './take-event';

const lookBackMs = 3 * 24 * 60 * 60 * 1000;

async function catchUp(provider: PageProvider, since: Date): Promise<number> {
  const missed = (await pageProvider[provider].missedEvents?.(since)) ?? [];
  let taken = 0;
  for (const event of missed) {
    try {
      if ((await takeEvent(provider, event)) !== 'repeated') taken += 1;
    } catch (error) {
      log.error({ event: event.id, error: (error as Error).message }, 'a missed event could not be taken in');
    }
  }
  return taken;
}

/**
 * Handles the events of the last three days whose webhook did not arrive, oldest first, from providers that list them.
 * They may report a refund, a dispute or the end of a subscription that no other job would notice.
 *
 * @returns how many events were new
 * @throws when a provider does not answer
 */
export async function catchUpEvents(): Promise<number> {
  const since = new Date(Date.now() - lookBackMs);
  let taken = 0;
  for (const provider of pageProviders) taken += await catchUp(provider, since);
  return taken;
}

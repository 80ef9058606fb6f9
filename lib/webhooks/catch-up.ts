import 'server-only';
import { z } from 'zod';
import { messageOf, nothing, readRpc } from '@/lib/core/action/rpc';
import { forEachAtOnce } from '@/lib/core/http/several';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { type PageProvider, pageProviders } from '@/lib/payments/methods';
import type { ProviderEvent } from '@/lib/payments/provider';
import { pageProvider } from '@/lib/payments/providers';
import { takeEvent } from './take-event';

const hourMs = 60 * 60 * 1000;
const lookBackMs = 3 * 24 * hourMs;
/** After so long no further page is asked for: a host may end the job after a minute (deploy/README.md). */
const askForMs = 40_000;

const restoredRow = z.object({ id: z.number().int(), desde: z.string() }).nullable();

/** Events whose webhook did not arrive stay in the provider's list, whatever was done about them. */
async function withoutDone(provider: PageProvider, events: ProviderEvent[]): Promise<ProviderEvent[]> {
  if (events.length === 0) return [];
  const asked = { p_proveedor: provider, p_eventos: events.map(({ id }) => id) };
  const open = new Set(await readRpc(createAdminClient(), 'eventos_sin_tratar', asked, z.array(z.string())));
  return events.filter(({ id }) => open.has(id));
}

async function* nothingMissed(): AsyncGenerator<ProviderEvent[]> {}

/** `isWhole`: no page was left to the next run. */
type CaughtUp = { taken: number; failed: number; isWhole: boolean };

/**
 * Each page is handled before the next one is asked for, so that what is done stays done if the job is ended.
 *
 * Every run begins with the newest page and passes over what is done. So time alone does not end it: it ends after a page
 * of which something was new, and the next run gets further also where passing over the rest takes all its time.
 */
async function catchUp(provider: PageProvider, pages: AsyncIterable<ProviderEvent[]>): Promise<CaughtUp> {
  const done = { taken: 0, failed: 0, isWhole: true };
  const until = Date.now() + askForMs;
  for await (const events of pages) {
    const before = done.taken;
    await forEachAtOnce(await withoutDone(provider, events), async (event) => {
      try {
        if ((await takeEvent(provider, event)) !== 'repeated') done.taken += 1;
      } catch (error) {
        done.failed += 1;
        log.error({ event: event.id, error: messageOf(error) }, 'a missed event could not be taken in');
      }
    });
    if (Date.now() >= until && done.taken > before) return { ...done, isWhole: false };
  }
  return done;
}

/** The same for every provider; one that does not answer holds no other up. */
async function catchUpAll(list: (provider: PageProvider) => AsyncIterable<ProviderEvent[]>): Promise<CaughtUp> {
  const runs = await Promise.allSettled(pageProviders.map(async (name) => catchUp(name, list(name))));
  const sum = { taken: 0, failed: 0, isWhole: true };
  for (const run of runs) {
    if (run.status === 'rejected') throw run.reason;
    sum.taken += run.value.taken;
    sum.failed += run.value.failed;
    sum.isWhole &&= run.value.isWhole;
  }
  return sum;
}

/**
 * After the database came from a backup, the providers have told much to a shop that is lost. Their webhooks arrived
 * there, so nothing is missed by their account: all events since the backup are handled.
 */
async function catchUpRestored({ id, desde }: NonNullable<z.output<typeof restoredRow>>): Promise<number> {
  // A little earlier: what was on its way when the backup was made.
  const since = new Date(Math.min(Date.parse(desde) - hourMs, Date.now() - lookBackMs));
  const { taken, failed, isWhole } = await catchUpAll((provider) => pageProvider[provider].eventsSince(since));
  if (isWhole && failed === 0) await readRpc(createAdminClient(), 'cerrar_restauracion', { p_hasta: id }, nothing);
  return taken;
}

const findRestored = () => readRpc(createAdminClient(), 'restauracion_por_repasar', {}, restoredRow);

/**
 * Whether the shop came from a backup and has not heard all that the providers have told since.
 *
 * @throws when the database does not answer
 */
export const isCatchingUpRestored = async (): Promise<boolean> => (await findRestored()) !== null;

/**
 * Handles the events of the last three days whose webhook did not arrive, several at once, from providers that list
 * them. They may report a refund, a dispute or the end of a subscription that no other job would
 * notice. In a restored shop it handles all events since its backup, until each was taken in once.
 *
 * @returns how many events were new
 * @throws when a provider or the database does not answer
 */
export async function catchUpEvents(): Promise<number> {
  const restored = await findRestored();
  if (restored) return catchUpRestored(restored);
  const since = new Date(Date.now() - lookBackMs);
  const { taken } = await catchUpAll((provider) => pageProvider[provider].missedEvents?.(since) ?? nothingMissed());
  return taken;
}

import 'server-only';
import { z } from 'zod';
import { messageOf, nothing, readRpc } from '@/lib/core/action/rpc';
import { forEachAtOnce } from '@/lib/core/http/for-each-at-once';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { type PageProvider, pageProviders } from '@/lib/payments/methods';
import type { ProviderEvent } from '@/lib/payments/provider';
import { pageProvider } from '@/lib/payments/providers';
import { takeEvent } from './take-event';

const hourMs = 60 * 60 * 1000;
const lookBackMs = 3 * 24 * hourMs;
/** Time limit for requesting pages: a host may end the job after a minute (deploy/README.md). */
const askForMs = 40_000;

const restoredRow = z.object({ id: z.number().int(), desde: z.string() }).nullable();

/** Handled events stay in the provider's list of missed events. */
async function withoutDone(provider: PageProvider, events: ProviderEvent[]): Promise<ProviderEvent[]> {
  if (events.length === 0) return [];
  const asked = { p_proveedor: provider, p_eventos: events.map(({ id }) => id) };
  const open = new Set(await readRpc(createAdminClient(), 'eventos_sin_tratar', asked, z.array(z.string())));
  return events.filter(({ id }) => open.has(id));
}

type Pages = AsyncIterable<ProviderEvent[]> | [];

/** `isWhole`: no page is left for the next run. */
type CaughtUp = { taken: number; failed: number; isWhole: boolean };

/**
 * Handles each page before requesting the next one, so that finished work stays finished if the job is aborted.
 *
 * Every run begins with the newest page and skips handled events. So the time limit applies only after a page with new
 * events: otherwise a run that needs all its time for skipping would never progress.
 */
async function catchUp(provider: PageProvider, pages: Pages): Promise<CaughtUp> {
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

/** Catches up all providers; one without an answer does not block others. */
async function catchUpAll(list: (provider: PageProvider) => Pages): Promise<CaughtUp> {
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
 * In a restored shop, events since the backup were delivered to the lost database, so no provider lists them as missed:
 * all events since the backup are handled.
 */
async function catchUpRestored({ id, desde }: NonNullable<z.output<typeof restoredRow>>): Promise<number> {
  // With a margin for events that were in transit during the backup.
  const since = new Date(Math.min(Date.parse(desde) - hourMs, Date.now() - lookBackMs));
  const { taken, failed, isWhole } = await catchUpAll((provider) => pageProvider[provider].eventsSince(since));
  if (isWhole && failed === 0) await readRpc(createAdminClient(), 'cerrar_restauracion', { p_hasta: id }, nothing);
  return taken;
}

const findRestored = () => readRpc(createAdminClient(), 'restauracion_por_repasar', {}, restoredRow);

/**
 * True if the shop was restored and has not yet processed all events since the backup.
 *
 * @throws if the database does not answer
 */
export const isCatchingUpRestored = async (): Promise<boolean> => (await findRestored()) !== null;

/**
 * Handles the events of the last three days whose webhook did not arrive, concurrently, from providers that list them.
 * Some of them (refunds, disputes, ended subscriptions) are detected by no other job. In a restored shop it handles all
 * events since the backup once.
 *
 * @returns the number of new events
 * @throws if a provider or the database does not answer
 */
export async function catchUpEvents(): Promise<number> {
  const restored = await findRestored();
  if (restored) return catchUpRestored(restored);
  const since = new Date(Date.now() - lookBackMs);
  const { taken } = await catchUpAll((provider) => pageProvider[provider].missedEvents?.(since) ?? []);
  return taken;
}

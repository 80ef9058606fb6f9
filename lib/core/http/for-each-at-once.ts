import 'server-only';
import pMap from 'p-map';

/** Six concurrent calls of 250 ms are 24 a second. Stripe allows 25 for test accounts, otherwise 100. */
const callsAtOnce = 6;

/**
 * Processes items concurrently, so that one slow provider call does not delay all others.
 *
 * @throws AggregateError with everything that was thrown, after all items are processed
 */
export async function forEachAtOnce<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  await pMap(items, work, { concurrency: callsAtOnce, stopOnError: false });
}

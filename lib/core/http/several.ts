import 'server-only';
import pMap from 'p-map';

/** Six calls of a quarter of a second are 24 a second; Stripe takes 25 of a test account, and 100 otherwise. */
const callsAtOnce = 6;

/**
 * Does something with each item, several at once, so that one slow answer of a provider does not hold up all others.
 *
 * @throws AggregateError what the work threw, once all of it is done
 */
export async function forEachAtOnce<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  await pMap(items, work, { concurrency: callsAtOnce, stopOnError: false });
}

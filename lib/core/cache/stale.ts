import 'server-only';
import { revalidateTag } from 'next/cache';

/**
 * The tags that a write revalidates.
 *
 * - `now`: the old copy expires; the next visitor waits for a new one. For the one page whose old state would mislead.
 * - `soon`: the old copy is served once more while a new one is rendered. For everything else: the database checks
 *   prices and stock again before payment.
 */
export type Stale = { now?: readonly string[]; soon?: readonly string[] };

/** Revalidates cached pages and queries. */
export function makeStale({ now = [], soon = [] }: Stale): void {
  for (const tag of soon) revalidateTag(tag, 'max');
  for (const tag of now) revalidateTag(tag, { expire: 0 });
}

import 'server-only';
import { revalidateTag } from 'next/cache';

/**
 * The tags that a write has made stale.
 *
 * - `now`: no copy may be shown again; the next visitor waits for a new one. For the one page whose old state would
 *   mislead.
 * - `soon`: the old copy is shown once more while a new one is made behind it, so that nobody waits. For everything
 *   else: prices and stock are checked again by the database before anybody pays.
 */
export type Stale = { now?: readonly string[]; soon?: readonly string[] };

/** Has cached pages and queries made again. */
export function makeStale({ now = [], soon = [] }: Stale): void {
  for (const tag of soon) revalidateTag(tag, 'max');
  for (const tag of now) revalidateTag(tag, { expire: 0 });
}

import 'server-only';
import { revalidateTag } from 'next/cache';
import { tags } from '@/lib/core/cache/tags';
import { readClubPercent, readClubPrices } from '@/lib/pricing/server';

let known: string | undefined;

/**
 * Revalidates pages whose discount or price of the Club differs from the database. After a start, the values of stored
 * pages are unknown, so the pages are regenerated after their next visit; an observed change applies at once.
 *
 * @returns whether pages were revalidated
 */
export async function followSettings(): Promise<boolean> {
  const now = JSON.stringify(await Promise.all([readClubPercent(), readClubPrices()]));
  if (now === known) return false;
  revalidateTag(tags.storeSettings, known === undefined ? 'max' : { expire: 0 });
  known = now;
  return true;
}

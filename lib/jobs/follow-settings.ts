import 'server-only';
import { revalidateTag } from 'next/cache';
import { tags } from '@/lib/core/cache/tags';
import { readClubPercent } from '@/lib/pricing/server';

let known: number | undefined;

/**
 * Revalidates pages that show another Club discount than the database charges. After a start the discount of stored
 * pages is unknown, so they are regenerated behind their next visit; an observed change applies at once.
 *
 * @returns whether pages were revalidated
 */
export async function followSettings(): Promise<boolean> {
  const percent = await readClubPercent();
  if (percent === known) return false;
  revalidateTag(tags.storeSettings, known === undefined ? 'max' : { expire: 0 });
  known = percent;
  return true;
}

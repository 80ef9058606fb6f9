import 'server-only';
import { revalidateTag } from 'next/cache';
import { tags } from '@/lib/core/cache/tags';
import { readClubPercent } from '@/lib/pricing/server';

let known: number | undefined;

/**
 * Has pages made again that show another Club discount than the database charges. After a start nobody knows what the
 * kept pages show: they are made again behind their next visit, while a change that was seen happening holds at once.
 *
 * @returns whether pages were told
 */
export async function followSettings(): Promise<boolean> {
  const percent = await readClubPercent();
  if (percent === known) return false;
  revalidateTag(tags.storeSettings, known === undefined ? 'max' : { expire: 0 });
  known = percent;
  return true;
}

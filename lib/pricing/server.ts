import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { tags } from '@/lib/core/cache/tags';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';

/**
 * The Club's discount as the database charges it now, in whole percent.
 *
 * @throws when the database does not answer
 */
export async function readClubPercent(): Promise<number> {
  const data = await dataOf(
    'shop settings query',
    createPublicClient().from('configuracion_global').select('club_descuento_porcentaje').eq('id', 1).single(),
  );
  return data.club_descuento_porcentaje;
}

/** The Club's discount as pages show it, in whole percent: kept until the settings of the shop change. */
export async function getClubPercent(): Promise<number> {
  'use cache';
  cacheTag(tags.storeSettings);
  cacheLife('hours');
  return readClubPercent();
}

import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { tags } from '@/lib/core/cache/tags';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';

/** Minimum lengths of Minecraft names, in characters, for a purchase and for a redeemed code. */
export type LeastNames = { purchase: number; code: number };

/**
 * The minimum lengths of Minecraft names from the settings of the shop, cached until they change.
 *
 * @throws if the database does not answer
 */
export async function getLeastNames(): Promise<LeastNames> {
  'use cache';
  cacheTag(tags.storeSettings);
  cacheLife('hours');
  const data = await dataOf(
    'shop settings query',
    createPublicClient()
      .from('configuracion_global')
      .select('nombre_minecraft_minimo,nombre_minecraft_minimo_canje')
      .eq('id', 1)
      .single(),
  );
  return { purchase: data.nombre_minecraft_minimo, code: data.nombre_minecraft_minimo_canje };
}

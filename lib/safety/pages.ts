import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { makeStale } from '@/lib/core/cache/stale';
import { tags } from '@/lib/core/cache/tags';
import { createAdminClient } from '@/lib/core/supabase/admin';

/**
 * Revalidates the pages of products that are off sale, or for sale again, because the quarantine of a file began or
 * ended. Nobody can buy a file in quarantine, regardless of the page they saw.
 *
 * @returns the number of products
 */
export async function followQuarantines(): Promise<number> {
  const changed = await readRpc(createAdminClient(), 'cuarentenas_por_mostrar', {}, z.array(z.string()));
  makeStale({ now: changed.map(tags.product) });
  return changed.length;
}

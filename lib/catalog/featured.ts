import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { makeStale } from '@/lib/core/cache/stale';
import { tags } from '@/lib/core/cache/tags';
import { createAdminClient } from '@/lib/core/supabase/admin';

/** Revalidates the home page when featured products begin or end. Returns their number. */
export async function followFeatured(): Promise<number> {
  const changed = await readRpc(createAdminClient(), 'destacados_por_mostrar', {}, z.coerce.number());
  if (changed > 0) makeStale({ now: [tags.home] });
  return changed;
}

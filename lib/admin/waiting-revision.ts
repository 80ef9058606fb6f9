import 'server-only';
import { dataOf } from '@/lib/core/supabase/data-of';
import type { RequestClient } from '@/lib/core/supabase/server';

/** The id of the revision of a product that waits for a decision, or null. */
export async function findWaitingRevision(client: RequestClient, productId: string): Promise<string | null> {
  const found = await dataOf(
    'revision query',
    client
      .from('revisiones_producto')
      .select('id')
      .eq('producto_id', productId)
      .eq('estado', 'pendiente')
      .maybeSingle(),
  );
  return found?.id ?? null;
}

import 'server-only';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';

/**
 * The text of a person's open appeal against a ban or a disabled account, read with their own permissions; null if
 * there is none. The sign-in needs no second step.
 */
export async function getOpenAppeal(userId: string): Promise<string | null> {
  const [found] = await dataOf(
    'appeal query',
    (await createRequestClient())
      .from('reportes')
      .select('texto')
      .eq('objeto_tipo', 'apelacion')
      .eq('user_id', userId)
      .eq('estado', 'abierto')
      .limit(1),
  );
  return found?.texto ?? null;
}

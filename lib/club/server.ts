import 'server-only';
import { createRequestClient } from '@/lib/supabase/server';

/** The references of the person's own subscriptions that have not ended. An admin sees no others here. */
export async function findOwnSubscriptions(userId: string): Promise<string[]> {
  const { data, error } = await (await createRequestClient())
    .from('suscripciones')
    .select('referencia')
    .eq('user_id', userId)
    .neq('estado', 'terminada')
    .order('pagado_hasta', { ascending: false });
  if (error) throw new Error(`suscripciones: ${error.message}`);
  return data.map(({ referencia }) => referencia);
}

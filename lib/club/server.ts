import 'server-only';
import { createRequestClient } from '@/lib/supabase/server';

/** The reference of the person's own subscription that has not ended, or null. An admin sees no other one here. */
export async function findOwnSubscription(userId: string): Promise<string | null> {
  const { data, error } = await (await createRequestClient())
    .from('suscripciones')
    .select('referencia')
    .eq('user_id', userId)
    .neq('estado', 'terminada')
    .order('pagado_hasta', { ascending: false })
    .limit(1);
  if (error) throw new Error(`suscripciones: ${error.message}`);
  return data[0]?.referencia ?? null;
}

/** How many subscriptions the person has had, ended ones with them. */
export async function countSubscriptions(userId: string): Promise<number> {
  const { count, error } = await (await createRequestClient())
    .from('suscripciones')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', userId);
  if (error) throw new Error(`suscripciones: ${error.message}`);
  return count ?? 0;
}

import 'server-only';
import { createRequestClient } from '@/lib/core/supabase/server';

/** The references of the person's own subscriptions that have not ended. Admins, too, see only their own here. */
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

/** Everything that the books hold about the person's charges, for the export of their data. */
export async function exportCharges(userId: string): Promise<object[]> {
  const { data, error } = await (await createRequestClient())
    .from('cargos_club')
    .select()
    .eq('user_id', userId)
    .order('periodo_inicio');
  if (error) throw new Error(`cargos_club: ${error.message}`);
  return data;
}

import 'server-only';
import { maxRows, readAllRows } from '@/lib/core/supabase/all-rows';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';

/** References of the person's own running subscriptions. Admins also see only their own here. */
export async function findOwnSubscriptions(userId: string): Promise<string[]> {
  const data = await dataOf(
    'subscriptions query',
    (await createRequestClient())
      .from('suscripciones')
      .select('referencia')
      .eq('user_id', userId)
      .neq('estado', 'terminada')
      .order('pagado_hasta', { ascending: false })
      .limit(maxRows),
  );
  return data.map(({ referencia }) => referencia);
}

/** All charges of a person, for the data export. */
export async function exportCharges(userId: string): Promise<object[]> {
  const client = await createRequestClient();
  return readAllRows<{ id: string }>('cargos_club', (last) => {
    const page = client.from('cargos_club').select().eq('user_id', userId).order('id').limit(maxRows);
    return last ? page.gt('id', last.id) : page;
  });
}

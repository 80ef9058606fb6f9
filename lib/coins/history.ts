import 'server-only';
import { z } from 'zod';
import { pageOf } from '@/lib/core/supabase/cursor';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';

/** Causes of coin movements. */
export const coinConcepts = ['recarga', 'compra', 'club', 'reembolso', 'ajuste', 'regalo_caducado'] as const;

const row = z
  .object({
    id: z.coerce.number().int(),
    cantidad: z.coerce.number().int(),
    concepto: z.enum(coinConcepts),
    created_at: z.string(),
    pagos: z.object({ id: z.string(), presupuesto: z.object({ nombre: z.string() }) }).nullish(),
  })
  .transform((found) => ({
    id: found.id,
    coins: found.cantidad,
    concept: found.concepto,
    createdAt: found.created_at,
    paymentId: found.pagos?.id ?? null,
    name: found.pagos?.presupuesto.nombre ?? null,
  }));

export type CoinMovement = z.output<typeof row>;

const pageSize = 30;

/**
 * One page of a person's coin movements, newest first.
 *
 * @param before id of the last movement of the page before; null for the first page
 */
export async function listCoinMovements(
  userId: string,
  before: number | null,
): Promise<{ movements: CoinMovement[]; next: number | null }> {
  let query = (await createRequestClient())
    .from('movimientos_uncoins')
    .select('id,cantidad,concepto,created_at,pagos(id,presupuesto)')
    .eq('user_id', userId)
    .order('id', { ascending: false })
    .limit(pageSize + 1);
  if (before !== null) query = query.lt('id', before);
  const data = await dataOf('coin movements query', query);
  const { shown: movements, next } = pageOf(z.array(row).parse(data), pageSize, ({ id }) => id);
  return { movements, next };
}

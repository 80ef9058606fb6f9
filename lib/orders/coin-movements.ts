import 'server-only';
import { z } from 'zod';
import type { Locale } from '@/lib/core/i18n/locales';
import { pageOf } from '@/lib/core/supabase/cursor';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { boughtColumns, boughtFields, boughtName } from '@/lib/payments/bought-name';

/** Causes of coin movements. */
export const coinConcepts = ['recarga', 'compra', 'club', 'reembolso', 'ajuste', 'regalo_caducado'] as const;

const row = z.object({
  id: z.coerce.number().int(),
  cantidad: z.coerce.number().int(),
  concepto: z.enum(coinConcepts),
  created_at: z.string(),
  pagos: z.object({ id: z.string(), presupuesto: z.object({ nombre: z.string() }), ...boughtFields }).nullish(),
});

const toMovement = (found: z.output<typeof row>, locale: Locale) => ({
  id: found.id,
  coins: found.cantidad,
  concept: found.concepto,
  createdAt: found.created_at,
  paymentId: found.pagos?.id ?? null,
  /** The product of the payment, in the reader's language. */
  name: found.pagos ? boughtName(found.pagos, locale) : null,
});

export type CoinMovement = ReturnType<typeof toMovement>;

const pageSize = 30;

/**
 * One page of a person's coin movements, newest first.
 *
 * @param before id of the last movement of the previous page; null for the first page
 */
export async function listCoinMovements(
  userId: string,
  before: number | null,
  locale: Locale,
): Promise<{ movements: CoinMovement[]; next: number | null }> {
  let query = (await createRequestClient())
    .from('movimientos_uncoins')
    .select(`id,cantidad,concepto,created_at,pagos(id,${boughtColumns})`)
    .eq('user_id', userId)
    .order('id', { ascending: false })
    .limit(pageSize + 1);
  if (before !== null) query = query.lt('id', before);
  const data = await dataOf('coin movements query', query);
  const { shown, next } = pageOf(z.array(row).parse(data), pageSize, ({ id }) => id);
  return { movements: shown.map((found) => toMovement(found, locale)), next };
}

import 'server-only';
import { z } from 'zod';
import { pageOf } from '@/lib/core/supabase/cursor';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { caseKinds, isDisputeCase } from '@/lib/mail/case-kinds';

/** Facts of a case (`casos_admin.datos`) with a name in `admin.caseList.facts`, in display order. */
export const caseFacts = [
  'disputa',
  'centimos',
  'importe',
  'moneda',
  'devuelto',
  'perdido',
  'faltan',
  'motivo',
  'error',
  'responder_antes_de',
  'usuario',
  'duenio',
  'proveedor',
  'referencia',
  'reembolso',
  'factura',
  'cargo_club',
  'paypal',
  'estado',
  'noticia',
  'lote',
  'otro_lote',
  'sender_batch_id',
  'enviado_at',
  'intentos',
  'comprobacion',
  'cuenta',
  'ejemplos',
  'falta',
  'recibida',
  'esperada',
  'evento',
] as const;

const caseRow = z
  .object({
    id: z.coerce.number(),
    tipo: z.string(),
    pago_id: z.string().nullable(),
    datos: z.record(z.string(), z.unknown()),
    resuelto: z.boolean(),
    nota: z.string().nullable(),
    created_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    kind: caseKinds.find((kind) => kind === row.tipo) ?? null,
    paymentId: row.pago_id,
    isDispute: isDisputeCase(row.tipo),
    withdrawalId: z.uuid().safeParse(row.datos.retiro_id).data ?? null,
    facts: row.datos,
    isSolved: row.resuelto,
    note: row.nota,
    createdAt: row.created_at,
  }));

export type AdminCase = z.output<typeof caseRow>;

const pageSize = 100;

/**
 * One page of open or closed cases, newest first.
 *
 * @param before the `next` of the previous page; null for the first page
 */
export async function listCases(
  solved: boolean,
  before: number | null = null,
): Promise<{ cases: AdminCase[]; next: number | null }> {
  const client = await createRequestClient();
  let query = client
    .from('casos_admin')
    .select('id,tipo,pago_id,datos,resuelto,nota,created_at')
    .eq('resuelto', solved)
    .order('id', { ascending: false })
    .limit(pageSize + 1);
  if (before !== null) query = query.lt('id', before);
  const data = await dataOf('cases query', query);
  const { shown: cases, next } = pageOf(z.array(caseRow).parse(data), pageSize, ({ id }) => id);
  return { cases, next };
}

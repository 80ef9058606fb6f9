import 'server-only';
import { z } from 'zod';
import { createRequestClient } from '@/lib/core/supabase/server';

const caseKinds = [
  'pago_desconocido',
  'pagado_dos_veces',
  'importe_no_coincide',
  'uncoins_gastados',
  'reembolso_fallido',
  'reembolso_rechazado',
  'disputa',
  'consulta',
  'disputa_sin_decidir',
  'sin_aclarar',
  'retiro_inesperado',
  'retiro_sin_aclarar',
  'retiro_pagado_tras_fallo',
  'retiro_devuelto_tras_pago',
  'retiro_con_dos_lotes',
  'webhook_de_otra_version',
  'club_pagado_dos_veces',
  'suscripcion_ajena',
  'club_en_disputa',
  'club_devuelto',
  'club_reembolso_parcial',
  'club_reembolso_fallido',
  'vendedor_incompleto',
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
    withdrawalId: z.uuid().safeParse(row.datos.retiro_id).data ?? null,
    facts: Object.entries(row.datos).map(([name, value]) => `${name}: ${value}`),
    isSolved: row.resuelto,
    note: row.nota,
    createdAt: row.created_at,
  }));

export type AdminCase = z.output<typeof caseRow>;

/** Cases that a person must look at, newest first: the open ones, or those solved last. Up to 100. */
export async function listCases(solved: boolean): Promise<AdminCase[]> {
  const client = await createRequestClient();
  const { data, error } = await client
    .from('casos_admin')
    .select('id,tipo,pago_id,datos,resuelto,nota,created_at')
    .eq('resuelto', solved)
    .order('created_at', { ascending: false })
    .limit(100);
  if (error) throw new Error(`cases query failed: ${error.message}`);
  return z.array(caseRow).parse(data);
}

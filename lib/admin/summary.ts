import 'server-only';
import { z } from 'zod';
import { resultOf } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import type { Span } from '@/lib/creators/spans';
import { methods } from '@/lib/payments/methods';

const summaryRow = z
  .object({
    vistas: z.number(),
    socios: z.number(),
    metodos: z.array(
      z.object({
        metodo: z.enum([...methods, 'club']),
        pagos: z.number(),
        total: z.number(),
      }),
    ),
    dias: z.array(
      z.object({
        dia: z.string(),
        ventas: z.number(),
        devoluciones: z.number(),
        pedidos: z.number(),
        nuevos: z.number(),
        altas: z.number(),
      }),
    ),
  })
  .transform((row) => ({
    /** Of all products, ever. */
    views: row.vistas,
    /** Of the Club, now. */
    members: row.socios,
    /** Cents, or coins for what was paid in coins. */
    methods: row.metodos.map(({ metodo, pagos, total }) => ({ method: metodo, payments: pagos, total })),
    days: row.dias.map((day) => ({
      day: day.dia,
      salesCents: day.ventas,
      refundsCents: day.devoluciones,
      orders: day.pedidos,
      newPeople: day.nuevos,
      newMembers: day.altas,
    })),
  }));

export type Summary = z.output<typeof summaryRow>;

/** The shop's figures of the last days, for admins. They include the charges of the Club. */
export async function getSummary(span: Span): Promise<Summary | null> {
  const answered = await (await createRequestClient()).rpc('admin_resumen', { p_dias: span });
  const result = resultOf('admin_resumen', answered, z.string());
  if (!result.ok) return null;
  const summary = summaryRow.safeParse(result.value);
  if (!summary.success) log.error({ error: z.prettifyError(summary.error) }, 'the figures have another shape');
  return summary.data ?? null;
}

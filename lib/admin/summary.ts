import 'server-only';
import { z } from 'zod';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
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
    /** All views of all products. */
    views: row.vistas,
    /** Current Club members. */
    members: row.socios,
    /** Cents, or coins for coin payments. */
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

/** The shop's figures of the last days, for admins, including Club charges. */
export async function getSummary(span: Span): Promise<Summary | null> {
  const read = await callRpc(createRequestClient(), 'admin_resumen', { p_dias: span }, [], summaryRow).catch(
    logFailure('the figures of the shop could not be read'),
  );
  return read.ok ? read.value : null;
}

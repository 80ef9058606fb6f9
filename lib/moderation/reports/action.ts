'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { fail, type Result } from '@/lib/core/action/result';
import { doneOf } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { reportedKinds, reportReasons, reportTextLimit } from './types';

const refusals = z
  .enum(['sin_sesion', 'sin_permiso', 'datos_no_validos', 'no_existe', 'nota_no_valida', 'demasiados_intentos'])
  .catch('datos_no_validos');
export type ReportError = z.output<typeof refusals> | 'failed';

const report = z.object({
  kind: z.enum(reportedKinds),
  id: z.uuid(),
  reason: z.enum(reportReasons),
  text: z.string().trim().max(reportTextLimit),
});

/** Reports a product, a review or an account to the moderators. A second report by the same person changes nothing. */
export async function sendReport(input: z.input<typeof report>): Promise<Result<undefined, ReportError>> {
  const parsed = report.safeParse(input);
  if (!parsed.success) return fail('datos_no_validos');
  const answered = await (await createRequestClient()).rpc('reportar', {
    p_tipo: parsed.data.kind,
    p_objeto: parsed.data.id,
    p_motivo: parsed.data.reason,
    p_texto: parsed.data.text,
  });
  return doneOf('reportar', answered, refusals);
}

const settlement = z.object({ id: z.uuid(), isFounded: z.boolean(), note: z.string().trim().max(500) });

/** Closes a report with a note about what was done, or why nothing was. For moderators; the note is kept in the log. */
export async function settleReport(input: z.input<typeof settlement>): Promise<Result<undefined, ReportError>> {
  const parsed = settlement.safeParse(input);
  if (!parsed.success) return fail('nota_no_valida');
  const answered = await (await createRequestClient()).rpc('resolver_reporte', {
    p_reporte: parsed.data.id,
    p_estado: parsed.data.isFounded ? 'resuelto' : 'descartado',
    p_nota: parsed.data.note,
  });
  const result = doneOf('resolver_reporte', answered, refusals);
  if (result.ok) revalidatePath('/moderation/reports');
  return result;
}

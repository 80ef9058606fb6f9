'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { appealLengths, reportedKinds, reportReasons, reportTextLimit } from './types';

/** Reports a product, a review or an account to the moderators. A second report by the same person changes nothing. */
export const sendReport = defineAction('sendReport', {
  who: 'signedIn',
  input: z.object({
    kind: z.enum(reportedKinds),
    id: z.uuid(),
    reason: z.enum(reportReasons),
    text: z.string().trim().max(reportTextLimit),
  }),
  run: ({ kind, id, reason, text }) =>
    callRpc(createRequestClient(), 'reportar', { p_tipo: kind, p_objeto: id, p_motivo: reason, p_texto: text }, [
      'no_existe',
    ]),
});

/** Appeals against a ban or a disabled account. The appeal is listed among the reports. */
export const sendAppeal = defineAction('sendAppeal', {
  who: 'halfway',
  input: z.object({ text: z.string().trim().min(appealLengths.least).max(appealLengths.most) }),
  invalid: 'texto_no_valido',
  run: ({ text }) =>
    callRpc(createRequestClient(), 'apelar', { p_texto: text }, ['sin_sancion', 'texto_no_valido', 'ya_apelada']),
});

/** Closes a report with a note about the measures, or the reason for none. For moderators; the note is logged. */
export const settleReport = defineAction('settleReport', {
  who: 'moderator',
  input: z.object({ id: z.uuid(), isFounded: z.boolean(), note: z.string().trim().max(500) }),
  invalid: 'nota_no_valida',
  run: ({ id, isFounded, note }) =>
    callRpc(
      createRequestClient(),
      'resolver_reporte',
      { p_reporte: id, p_estado: isFounded ? 'resuelto' : 'descartado', p_nota: note },
      ['no_existe', 'es_suya', 'nota_no_valida', 'sancion_vigente'],
    ),
  afterwards: [sendPendingMails],
  paths: ['/moderation/reports'],
});

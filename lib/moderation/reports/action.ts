'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { reportedKinds, reportReasons, reportTextLimit } from './types';

/** Tells the moderators of a product, a review or an account; a second report by the same person adds nothing. */
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

/** Closes a report with a note of what was done, or of why nothing was. The log keeps it. */
export const settleReport = defineAction('settleReport', {
  who: 'moderator',
  input: z.object({ id: z.uuid(), isFounded: z.boolean(), note: z.string().trim().max(500) }),
  invalid: 'nota_no_valida',
  run: ({ id, isFounded, note }) =>
    callRpc(
      createRequestClient(),
      'resolver_reporte',
      { p_reporte: id, p_estado: isFounded ? 'resuelto' : 'descartado', p_nota: note },
      ['no_existe', 'nota_no_valida'],
    ),
  paths: ['/moderation/reports'],
});

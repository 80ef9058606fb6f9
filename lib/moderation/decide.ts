'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { staleByApproval } from '@/lib/catalog/stale';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';

/**
 * Approves a revision, which puts it on sale, or rejects it with reasons (docs/behaviour/moderation.md, "Revision
 * queue"). Its creator is told.
 */
export const decideRevision = defineAction('decideRevision', {
  who: 'moderator',
  input: z.object({
    id: z.uuid(),
    approve: z.boolean(),
    reasons: z.array(z.string().max(40)).max(8),
    note: z.string().trim().max(2_000),
  }),
  from: (id: string, approve: boolean, reasons: string[], note: string) => ({ id, approve, reasons, note }),
  run: ({ id, approve, reasons, note }) =>
    callRpc(
      createRequestClient(),
      'resolver_revision',
      { p_revision: id, p_aprobar: approve, p_motivos: reasons, p_nota: note },
      ['revision_no_existe', 'ya_resuelta', 'es_suya', 'motivo_no_valido'],
    ),
  tags: ({ id, approve }) => (approve ? staleByApproval(id) : {}),
  paths: ['/moderation'],
  afterwards: [sendPendingMails],
});

'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { staleByApproval } from '@/lib/catalog/stale';
import { succeed } from '@/lib/core/action/result';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingHooks } from '@/lib/hooks/send';
import { sendPendingMails } from '@/lib/mail/server';

const chosen = z.object({ id: z.uuid(), fingerprint: z.string().max(40) });
const refusals = [
  'revision_no_existe',
  'ya_resuelta',
  'es_suya',
  'motivo_no_valido',
  'ha_cambiado',
  'la_tiene_otra_persona',
  'no_aplicable',
] as const;

/**
 * Approves a revision, which puts it on sale, or rejects it with reasons (docs/behaviour/moderation.md, "Revision
 * queue"). Its creator is notified.
 */
export const decideRevision = defineAction('decideRevision', {
  who: 'moderator',
  input: z.object({
    ...chosen.shape,
    approve: z.boolean(),
    reasons: z.array(z.string().max(40)).max(8),
    note: z.string().trim().max(2_000),
  }),
  toInput: ({ id, fingerprint }: z.input<typeof chosen>, approve: boolean, reasons: string[], note: string) => ({
    id,
    fingerprint,
    approve,
    reasons,
    note,
  }),
  run: ({ id, fingerprint, approve, reasons, note }) =>
    callRpc(
      createRequestClient(),
      'decidir_revision',
      { p_revision: id, p_huella: fingerprint, p_aprobar: approve, p_motivos: reasons, p_nota: note },
      refusals,
    ),
  tags: ({ id, approve }) => (approve ? staleByApproval(id) : {}),
  paths: ['/moderation'],
  afterwards: [sendPendingMails, sendPendingHooks],
});

/**
 * Requests changes from the creator, who is notified in the shop and by mail: the revision leaves the queue until they
 * answer or resubmit (docs/behaviour/moderation.md, "Revision queue").
 */
export const requestChanges = defineAction('requestChanges', {
  who: 'moderator',
  input: z.object({
    ...chosen.shape,
    reasons: z.array(z.string().max(40)).max(8),
    text: z.string().trim().max(2_000),
  }),
  toInput: ({ id, fingerprint }: z.input<typeof chosen>, reasons: string[], text: string) => ({
    id,
    fingerprint,
    reasons,
    text,
  }),
  run: ({ id, fingerprint, reasons, text }) =>
    callRpc(
      createRequestClient(),
      'pedir_cambios',
      { p_revision: id, p_huella: fingerprint, p_motivos: reasons, p_texto: text },
      [...refusals, 'texto_no_valido'],
    ),
  paths: ['/moderation'],
  afterwards: [sendPendingMails, sendPendingHooks],
});

/**
 * Approves several revisions, or rejects them with the same reasons, each in its own transaction. A revision that has
 * changed since it was shown (`fingerprint`) is refused.
 *
 * @returns by the id of each revision `done`, or the refusal
 */
export const decideRevisions = defineAction('decideRevisions', {
  who: 'moderator',
  input: z.object({
    list: z.array(chosen).min(1).max(50),
    approve: z.boolean(),
    reasons: z.array(z.string().max(40)).max(8),
    note: z.string().trim().max(2_000),
  }),
  toInput: (list: Array<z.input<typeof chosen>>, approve: boolean, reasons: string[], note: string) => ({
    list,
    approve,
    reasons,
    note,
  }),
  run: async ({ list, approve, reasons, note }) => {
    const client = createRequestClient();
    const outcomes: Record<string, string> = {};
    for (const { id, fingerprint } of list) {
      const asked = { p_revision: id, p_huella: fingerprint, p_aprobar: approve, p_motivos: reasons, p_nota: note };
      const result = await callRpc(client, 'decidir_revision', asked, refusals).catch(
        logFailure('a revision could not be decided'),
      );
      outcomes[id] = result.ok ? 'done' : result.error;
    }
    return succeed(outcomes);
  },
  tags: async ({ approve }, outcomes) => {
    const done = Object.keys(outcomes).filter((id) => approve && outcomes[id] === 'done');
    const stale = await Promise.all(done.map(staleByApproval));
    return { now: stale.flatMap(({ now = [] }) => now), soon: stale.flatMap(({ soon = [] }) => soon) };
  },
  paths: ['/moderation'],
  afterwards: [sendPendingMails, sendPendingHooks],
});

/**
 * Assigns a waiting revision, or releases it. `had` is the assignee shown on the page (optimistic lock): if two people
 * take it at once, one of them gets it.
 */
export const assignRevision = defineAction('assignRevision', {
  who: 'moderator',
  input: z.object({ id: z.uuid(), to: z.uuid().nullable(), had: z.uuid().nullable() }),
  toInput: (id: string, to: string | null, had: string | null) => ({ id, to, had }),
  run: ({ id, to, had }) =>
    callRpc(createRequestClient(), 'asignar_revision', { p_revision: id, p_a: to, p_tenia: had }, [
      'revision_no_existe',
      'ya_resuelta',
      'la_tiene_otra_persona',
      'no_modera',
      'es_suya',
    ]),
  paths: ['/moderation'],
});

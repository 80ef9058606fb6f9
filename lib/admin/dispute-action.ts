'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { fail, succeed } from '@/lib/core/action/result';
import { callRpc, messageOf } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import { carryOutEvidence, orderedEvidence } from '@/lib/payments/evidence';

const answer = z.object({ id: z.uuid(), base: z.string().max(20_000), text: z.string().trim().min(1).max(20_000) });
const refusals = [
  'disputa_no_existe',
  'texto_no_valido',
  'ya_enviada',
  'disputa_cerrada',
  'sin_proveedor',
  'fuera_de_plazo',
  'conflicto',
  'archivos_cambiados',
] as const;

const keep = ({ id, base, text }: z.output<typeof answer>) =>
  callRpc(createRequestClient(), 'guardar_respuesta', { p_disputa: id, p_base: base, p_texto: text }, refusals);

/** Maps a conflict to the form's field. */
const named = <Failure extends { error: string; details?: Record<string, string | number> }>(failure: Failure) =>
  failure.error === 'conflicto' ? { ...failure, details: { text: String(failure.details?.texto ?? '') } } : failure;

/** Saves the draft of a dispute answer. `base` is the loaded text: the draft, or else the proposal. */
export const saveDisputeAnswer = defineAction('saveDisputeAnswer', {
  who: 'admin',
  input: answer,
  invalid: 'texto_no_valido',
  run: async (input) => {
    const kept = await keep(input);
    return kept.ok ? kept : named(kept);
  },
});

/**
 * Sends a dispute answer to its provider, once: exactly the text and the files that the admin has read. Idempotent;
 * afterwards it cannot be changed.
 */
export const sendDisputeAnswer = defineAction('sendDisputeAnswer', {
  who: 'admin',
  input: answer.extend({ files: z.array(z.string().max(200)).max(20) }),
  invalid: 'texto_no_valido',
  run: async (input) => {
    const kept = await keep(input);
    // An answer that is being sent cannot be saved, but it can be sent again.
    if (!kept.ok && kept.error !== 'ya_enviada') return named(kept);
    const ordered = await callRpc(
      createRequestClient(),
      'enviar_respuesta',
      { p_disputa: input.id, p_texto: input.text, p_archivos: input.files },
      refusals,
      orderedEvidence,
    );
    if (!ordered.ok) return named(ordered);
    try {
      const sent = await carryOutEvidence(ordered.value);
      return sent === 'sent' ? succeed(undefined) : fail('rechazada');
    } catch (problem) {
      log.error({ dispute: input.id, error: messageOf(problem) }, 'evidence could not be sent');
      return fail('sin_respuesta');
    }
  },
  paths: [['/dashboard-admin', 'layout']],
});

/** Takes a file out of the draft of a dispute answer. */
export const removeDisputeFile = defineAction('removeDisputeFile', {
  who: 'admin',
  input: z.object({ id: z.uuid(), path: z.string().max(200) }),
  run: ({ id, path }) =>
    callRpc(createRequestClient(), 'quitar_prueba', { p_disputa: id, p_ruta: path }, [
      'disputa_no_existe',
      'ya_enviada',
    ]),
});

'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { staleByEdit } from '@/lib/catalog/stale';
import { callRpc } from '@/lib/core/action/rpc';
import type { Stale } from '@/lib/core/cache/stale';
import { tags } from '@/lib/core/cache/tags';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingHooks } from '@/lib/hooks/send';
import { sendPendingMails } from '@/lib/mail/server';
import { reviewedTags } from '@/lib/reviews/stale';
import {
  appealLengths,
  decisionBarriers,
  moderationPath,
  noteLimit,
  profileParts,
  questionLimit,
  reportedKinds,
  reportReasons,
  reportTextLimit,
} from './types';

/**
 * Reports a product, a review, a post, a question, an answer or an account to the moderators. A repeated report by the
 * same person changes nothing.
 */
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

const moderated = z.object({
  tipo: z.enum(reportedKinds),
  objeto_id: z.string().nullable(),
  slug: z.string().nullable(),
  autor: z.string().nullable(),
});

/** Tags of the pages that show the moderated object. */
async function staleByModeration(_input: unknown, found: z.output<typeof moderated>): Promise<Stale> {
  if (found.tipo === 'producto' && found.objeto_id && found.slug) return staleByEdit(found.objeto_id, found.slug);
  if (found.tipo === 'resena' && found.objeto_id) return reviewedTags(found.objeto_id);
  if ((found.tipo === 'pregunta' || found.tipo === 'respuesta') && found.slug) {
    return { now: [tags.questions(found.slug)], soon: [tags.product(found.slug)] };
  }
  if (found.tipo === 'publicacion' && found.objeto_id) {
    return { now: [tags.post(found.objeto_id)], soon: found.autor ? [tags.creator(found.autor)] : [] };
  }
  return found.autor ? { now: [tags.creator(found.autor)], soon: [tags.byline(found.autor)] } : {};
}

/** Shows a post again that was taken down, and revokes its measure. For moderators. */
export const showPost = defineAction('showPost', {
  who: 'moderator',
  input: z.uuid(),
  run: (id) =>
    callRpc(
      createRequestClient(),
      'moderar_publicacion',
      { p_id: id, p_oculta: false, p_motivo: null },
      ['no_existe', 'es_suya'],
      moderated,
    ),
  tags: staleByModeration,
  afterwards: [sendPendingMails],
});

/** Shows a question or an answer again that was taken down, and revokes its measure. For moderators. */
export const showQuestion = defineAction('showQuestion', {
  who: 'moderator',
  input: z.object({ id: z.uuid(), part: z.enum(['pregunta', 'respuesta']) }),
  run: ({ id, part }) =>
    callRpc(
      createRequestClient(),
      'moderar_pregunta',
      { p_pregunta: id, p_parte: part, p_oculta: false, p_motivo: null },
      ['no_existe', 'es_suya'],
      moderated,
    ),
  tags: staleByModeration,
  afterwards: [sendPendingMails],
});

const paths = ['/moderation/reports'];
const barriers = ['no_existe', ...decisionBarriers] as const;

/**
 * Closes a report with a note about the measures, or the reason for none, or answers an appeal; a granted one undoes the
 * measure. For moderators. The note is logged, and the reporter is notified of the outcome.
 */
export const settleReport = defineAction('settleReport', {
  who: 'moderator',
  input: z.object({ id: z.uuid(), isFounded: z.boolean(), note: z.string().trim().max(noteLimit) }),
  invalid: 'nota_no_valida',
  run: ({ id, isFounded, note }) =>
    callRpc(
      createRequestClient(),
      'resolver_reporte',
      { p_reporte: id, p_estado: isFounded ? 'resuelto' : 'descartado', p_nota: note },
      [...barriers, 'nota_no_valida', 'sancion_vigente', 'ya_levantada'],
      moderated,
    ),
  tags: staleByModeration,
  paths,
  afterwards: [sendPendingMails],
});

/**
 * Takes down the reported content, or bans its owner, with a reason that the owner reads (docs/behaviour/moderation.md,
 * "Reports"). Closes all open reports about the same object. Bans are for admins.
 */
export const actOnReport = defineAction('actOnReport', {
  who: 'moderator',
  input: z.object({
    id: z.uuid(),
    measures: z
      .array(z.enum(['retirar', 'vetar', ...profileParts]))
      .min(1)
      .max(5),
    until: z.union([z.literal(''), z.iso.date()]),
    reason: z.string().trim().max(noteLimit),
  }),
  invalid: (fields) =>
    fields.measures
      ? 'medida_no_valida'
      : fields.reason
        ? 'motivo_no_valido'
        : fields.until
          ? 'fecha_no_valida'
          : 'no_existe',
  run: ({ id, measures, until, reason }) =>
    callRpc(
      createRequestClient(),
      'actuar_en_reporte',
      { p_reporte: id, p_medidas: measures, p_hasta: until || null, p_motivo: reason },
      [...barriers, 'motivo_no_valido', 'objeto_no_existe', 'ya_retirado', 'solo_admin', 'es_admin', 'fecha_no_valida'],
      moderated,
    ),
  tags: staleByModeration,
  paths,
  // A ban orders the end of a membership, which the ten-minute job carries out.
  afterwards: [sendPendingMails, sendPendingHooks],
});

/** Takes a report, hands it over, or releases it; `had` is the assignee shown on the page. */
export const assignReport = defineAction('assignReport', {
  who: 'moderator',
  input: z.object({ id: z.uuid(), to: z.uuid().nullable(), had: z.uuid().nullable() }),
  toInput: (id: string, to: string | null, had: string | null) => ({ id, to, had }),
  run: ({ id, to, had }) =>
    callRpc(createRequestClient(), 'asignar_reporte', { p_reporte: id, p_a: to, p_tenia: had }, [
      'no_existe',
      'la_tiene_otra_persona',
      'no_modera',
      'es_suya',
    ]),
  paths,
  afterwards: [sendPendingMails],
});

/** Asks the owner of the reported object, in the shop and by mail. The reporter is not named. */
export const askInReport = defineAction('askInReport', {
  who: 'moderator',
  input: z.object({ id: z.uuid(), text: z.string().trim().max(questionLimit) }),
  invalid: 'texto_no_valido',
  run: ({ id, text }) =>
    callRpc(createRequestClient(), 'preguntar_en_reporte', { p_reporte: id, p_texto: text }, [
      ...barriers,
      'texto_no_valido',
      'objeto_no_existe',
    ]),
  paths,
  afterwards: [sendPendingMails],
});

/** Answers a question of the moderators about the signed-in person's own content. */
export const answerReport = defineAction('answerReport', {
  who: 'signedIn',
  input: z.object({ id: z.uuid(), text: z.string().trim().min(1).max(questionLimit) }),
  invalid: 'texto_no_valido',
  run: ({ id, text }) =>
    callRpc(createRequestClient(), 'responder_reporte', { p_reporte: id, p_texto: text }, [
      'no_existe',
      'cerrada',
      'texto_no_valido',
    ]),
  paths: [moderationPath],
  afterwards: [sendPendingMails],
});

/** Appeals against a measure about the signed-in person's content, once. */
export const appealMeasure = defineAction('appealMeasure', {
  who: 'signedIn',
  input: z.object({ id: z.uuid(), text: z.string().trim().min(appealLengths.least).max(appealLengths.most) }),
  invalid: 'texto_no_valido',
  run: ({ id, text }) =>
    callRpc(createRequestClient(), 'apelar_medida', { p_medida: id, p_texto: text }, [
      'no_existe',
      'ya_apelada',
      'sin_sancion',
      'fuera_de_plazo',
      'texto_no_valido',
    ]),
  paths: [moderationPath],
});

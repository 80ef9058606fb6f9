'use server';

import { z } from 'zod';
import { defineAction, defineForm } from '@/lib/account/define-action';
import { withLineBreaks } from '@/lib/core/action/line-breaks';
import { callRpc } from '@/lib/core/action/rpc';
import type { Stale } from '@/lib/core/cache/stale';
import { tags } from '@/lib/core/cache/tags';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { thank } from './thank';
import { answerLength, askedPath, onOneLine, questionLengths, receivedPath } from './types';

const done = z.object({ slug: z.string() });
const stale = (_input: unknown, { slug }: z.output<typeof done>): Stale => ({
  now: [tags.questions(slug)],
  soon: [tags.product(slug)],
});

/** Asks the creator of a product, who is notified. A question is visible to nobody else before its answer. */
export const askQuestionAction = defineForm('askQuestionAction', {
  who: 'signedIn',
  input: z.object({
    productId: z.uuid(),
    question: z
      .string()
      .transform(onOneLine)
      .refine(({ length }) => length >= questionLengths.least && length <= questionLengths.most, 'texto_no_valido'),
  }),
  keep: ['question'],
  run: ({ productId, question }) =>
    callRpc(
      createRequestClient(),
      'preguntar',
      { p_producto: productId, p_texto: question },
      ['correo_sin_confirmar', 'texto_no_valido', 'no_existe', 'es_suyo', 'ya_esperan'],
      done,
    ),
  paths: [askedPath],
  afterwards: [sendPendingMails],
});

/** Sets the answer to a question; an empty text deletes it, with its thanks. */
const setAnswer = (questionId: string, text: string) =>
  callRpc(
    createRequestClient(),
    'responder_pregunta',
    { p_pregunta: questionId, p_texto: text },
    ['no_existe', 'texto_no_valido', 'retirada', 'ya_respondida'],
    done,
  );

/** Answers a question as the creator of its product or the team. */
export const answerQuestionAction = defineForm('answerQuestionAction', {
  who: 'signedIn',
  input: z.object({
    questionId: z.uuid(),
    reply: withLineBreaks.pipe(z.string().trim().min(1, 'texto_no_valido').max(answerLength, 'texto_no_valido')),
  }),
  keep: ['questionId', 'reply'],
  run: ({ questionId, reply }) => setAnswer(questionId, reply),
  tags: stale,
  paths: [receivedPath],
  afterwards: [sendPendingMails],
});

/** Deletes the answer to a question, with its thanks. */
export const withdrawAnswerAction = defineForm('withdrawAnswerAction', {
  who: 'signedIn',
  input: z.object({ questionId: z.uuid() }),
  keep: ['questionId'],
  run: ({ questionId }) => setAnswer(questionId, ''),
  tags: stale,
  paths: [receivedPath],
});

/** Dismisses a question about a product of the signed-in creator, or restores it. */
export const setQuestionAsideAction = defineForm('setQuestionAsideAction', {
  who: 'signedIn',
  input: z.object({ questionId: z.uuid(), aside: z.enum(['si', 'no']) }),
  keep: ['questionId'],
  run: ({ questionId, aside }) =>
    callRpc(
      createRequestClient(),
      'descartar_pregunta',
      { p_pregunta: questionId, p_descartada: aside === 'si' },
      ['no_existe'],
      done,
    ),
  tags: stale,
  paths: [receivedPath],
});

/** Deletes a question of the signed-in person with its answer. */
export const deleteQuestionAction = defineForm('deleteQuestionAction', {
  who: 'signedIn',
  input: z.object({ questionId: z.uuid() }),
  keep: ['questionId'],
  run: ({ questionId }) =>
    callRpc(createRequestClient(), 'borrar_pregunta', { p_pregunta: questionId }, ['no_existe'], done),
  tags: stale,
  paths: [askedPath],
});

/** Thanks for an answer, or withdraws the thanks. */
export const thankAnswer = defineAction('thankAnswer', {
  who: 'signedIn',
  input: z.object({ questionId: z.uuid(), thanks: z.boolean() }),
  run: ({ questionId, thanks }) => thank(questionId, thanks),
  tags: (_input, { slug }) => ({ soon: [tags.questions(slug)] }),
});

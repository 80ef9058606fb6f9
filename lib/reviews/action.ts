'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingHooks } from '@/lib/hooks/send';
import { sendPendingMails } from '@/lib/mail/server';
import { productTags, reviewedTags } from './stale';
import { reviewTextLimit } from './types';

/** Saves the signed-in person's review of a product that they own; one per product. */
export const saveReview = defineAction('saveReview', {
  who: 'signedIn',
  input: z.object({
    productId: z.uuid(),
    stars: z.number().int().min(1).max(5),
    text: z.string().trim().max(reviewTextLimit),
  }),
  run: ({ productId, stars, text }) =>
    callRpc(createRequestClient(), 'escribir_resena', { p_producto: productId, p_estrellas: stars, p_texto: text }, [
      'es_suyo',
      'no_lo_tienes',
      'no_existe',
    ]),
  tags: ({ productId }) => productTags(productId),
  afterwards: [sendPendingMails, sendPendingHooks],
});

/** Deletes the signed-in person's own review, unless a moderator has hidden it. */
export const deleteReview = defineAction('deleteReview', {
  who: 'signedIn',
  input: z.uuid(),
  run: (productId) => callRpc(createRequestClient(), 'borrar_resena', { p_producto: productId }, ['retirada']),
  tags: productTags,
  afterwards: [sendPendingHooks],
});

/** Answers a review as the creator of its product; an empty text deletes the answer. */
export const answerReview = defineAction('answerReview', {
  who: 'signedIn',
  input: z.object({ reviewId: z.uuid(), text: z.string().trim().max(reviewTextLimit) }),
  run: ({ reviewId, text }) =>
    callRpc(createRequestClient(), 'responder_resena', { p_resena: reviewId, p_texto: text }, ['no_existe']),
  tags: ({ reviewId }) => reviewedTags(reviewId),
  paths: ['/dashboard', '/dashboard/reviews'],
  afterwards: [sendPendingMails],
});

/** Hides a review from the shop with a reason that its author reads, or shows it again. For moderators. */
export const moderateReview = defineAction('moderateReview', {
  who: 'moderator',
  input: z.object({ reviewId: z.uuid(), hide: z.boolean(), reason: z.string().trim().max(500) }),
  invalid: 'motivo_no_valido',
  run: ({ reviewId, hide, reason }) =>
    callRpc(createRequestClient(), 'moderar_resena', { p_resena: reviewId, p_oculta: hide, p_motivo: reason }, [
      'no_existe',
      'es_suya',
      'motivo_no_valido',
    ]),
  tags: ({ reviewId }) => reviewedTags(reviewId),
  afterwards: [sendPendingMails],
});

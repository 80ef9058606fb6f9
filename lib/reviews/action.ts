'use server';

import { revalidateTag } from 'next/cache';
import { z } from 'zod';
import { fail, type Result } from '@/lib/core/action/result';
import { doneOf } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { createRequestClient } from '@/lib/core/supabase/server';
import { reviewTextLimit } from './types';

const refusals = z
  .enum([
    'sin_sesion',
    'sin_permiso',
    'datos_no_validos',
    'es_suyo',
    'no_lo_tienes',
    'no_existe',
    'motivo_no_valido',
    'demasiados_intentos',
  ])
  .catch('datos_no_validos');
export type ReviewError = z.output<typeof refusals> | 'failed';

type Client = Awaited<ReturnType<typeof createRequestClient>>;

async function revalidateProduct(client: Client, productId: string): Promise<void> {
  const { data } = await client.from('productos').select('slug').eq('id', productId).maybeSingle();
  if (data) revalidateTag(tags.product(data.slug), { expire: 0 });
}

async function revalidateReviewed(client: Client, reviewId: string): Promise<void> {
  const { data } = await client.from('resenas').select('producto_id').eq('id', reviewId).maybeSingle();
  if (data) await revalidateProduct(client, data.producto_id);
}

const review = z.object({
  productId: z.uuid(),
  stars: z.number().int().min(1).max(5),
  text: z.string().trim().max(reviewTextLimit),
});

/** Rates a product that the signed-in person owns, or changes their review; a person has one review per product. */
export async function saveReview(input: z.input<typeof review>): Promise<Result<undefined, ReviewError>> {
  const parsed = review.safeParse(input);
  if (!parsed.success) return fail('datos_no_validos');
  const client = await createRequestClient();
  const answered = await client.rpc('escribir_resena', {
    p_producto: parsed.data.productId,
    p_estrellas: parsed.data.stars,
    p_texto: parsed.data.text,
  });
  const result = doneOf('escribir_resena', answered, refusals);
  if (result.ok) await revalidateProduct(client, parsed.data.productId);
  return result;
}

/** Deletes the signed-in person's own review. */
export async function deleteReview(productId: string): Promise<Result<undefined, ReviewError>> {
  const parsed = z.uuid().safeParse(productId);
  if (!parsed.success) return fail('datos_no_validos');
  const client = await createRequestClient();
  const answered = await client.rpc('borrar_resena', { p_producto: parsed.data });
  const result = doneOf('borrar_resena', answered, refusals);
  if (result.ok) await revalidateProduct(client, parsed.data);
  return result;
}

const answer = z.object({ reviewId: z.uuid(), text: z.string().trim().max(reviewTextLimit) });

/** Answers a review as the creator of its product; an empty text deletes the answer. */
export async function answerReview(input: z.input<typeof answer>): Promise<Result<undefined, ReviewError>> {
  const parsed = answer.safeParse(input);
  if (!parsed.success) return fail('datos_no_validos');
  const client = await createRequestClient();
  const answered = await client.rpc('responder_resena', {
    p_resena: parsed.data.reviewId,
    p_texto: parsed.data.text,
  });
  const result = doneOf('responder_resena', answered, refusals);
  if (result.ok) await revalidateReviewed(client, parsed.data.reviewId);
  return result;
}

const moderation = z.object({ reviewId: z.uuid(), hide: z.boolean(), reason: z.string().trim().max(500) });

/** Hides a review from the shop with a reason that its writer reads, or shows it again. For moderators. */
export async function moderateReview(input: z.input<typeof moderation>): Promise<Result<undefined, ReviewError>> {
  const parsed = moderation.safeParse(input);
  if (!parsed.success) return fail('motivo_no_valido');
  const client = await createRequestClient();
  const answered = await client.rpc('moderar_resena', {
    p_resena: parsed.data.reviewId,
    p_oculta: parsed.data.hide,
    p_motivo: parsed.data.reason,
  });
  const result = doneOf('moderar_resena', answered, refusals);
  if (result.ok) await revalidateReviewed(client, parsed.data.reviewId);
  return result;
}

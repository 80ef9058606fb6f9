import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { z } from 'zod';
import { getProductBySlug } from '@/lib/catalog/product';
import { inLanguage, names } from '@/lib/catalog/rows';
import { readRpc } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import type { Locale } from '@/lib/core/i18n/locales';
import { countOf, dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient, createRequestClient } from '@/lib/core/supabase/server';
import type { OwnQuestion, Question, QuestionsOf, ReceivedList } from './types';

/** Answered questions on a page of a product. */
const perProductPage = 50;
const perPage = 20;

const row = z
  .object({
    id: z.string(),
    texto: z.string(),
    respuesta: z.string(),
    respuesta_at: z.string(),
    respuesta_equipo: z.boolean(),
    utiles: z.number(),
    created_at: z.string(),
    usuarios_meta: z.object({ display_name: z.string() }),
  })
  .transform(
    (found): Question => ({
      id: found.id,
      text: found.texto,
      author: found.usuarios_meta.display_name,
      at: found.created_at,
      answer: found.respuesta,
      answeredAt: found.respuesta_at,
      isByTeam: found.respuesta_equipo,
      thanks: found.utiles,
    }),
  );

/**
 * The answered questions about a product, the most helpful first.
 *
 * @param page from 1
 * @returns the questions, and whether there are more
 */
async function listQuestions(
  product: { id: string; slug: string },
  page: number,
): Promise<{ questions: Question[]; hasMore: boolean }> {
  'use cache';
  cacheTag(tags.product(product.slug), tags.questions(product.slug));
  cacheLife('hours');
  const data = await dataOf(
    'questions query',
    createPublicClient()
      .from('preguntas')
      .select(
        'id,texto,respuesta,respuesta_at,respuesta_equipo,utiles,created_at,usuarios_meta!preguntas_user_id_fkey(display_name)',
      )
      .eq('producto_id', product.id)
      .order('utiles', { ascending: false })
      .order('respuesta_at', { ascending: false })
      .order('id')
      .range((page - 1) * perProductPage, page * perProductPage),
  );
  const found = z.array(row).parse(data);
  const questions = found.slice(0, perProductPage);
  for (const { author } of questions) cacheTag(tags.byline(author));
  return { questions, hasMore: found.length > perProductPage };
}

/** A page of the answered questions about the product of a slug; null if there is none. Page 1 exists without any. */
export async function findQuestions(slug: string, page: number, locale: Locale): Promise<QuestionsOf | null> {
  const product = await getProductBySlug(locale, slug);
  if (!product) return null;
  const found = await listQuestions(product, page);
  return page > 1 && found.questions.length === 0 ? null : { product, page, ...found };
}

/** The number of answered questions about a product. */
export async function countQuestions(product: { id: string; slug: string }): Promise<number> {
  'use cache';
  cacheTag(tags.product(product.slug));
  cacheLife('hours');
  return countOf(
    'questions count',
    createPublicClient().from('preguntas').select('id', { count: 'exact', head: true }).eq('producto_id', product.id),
  );
}

const own = z.object({
  id: z.string(),
  texto: z.string(),
  respuesta: z.string().nullable(),
  respuesta_equipo: z.boolean(),
  descartada: z.boolean().default(false),
  oculta: z.boolean(),
  respuesta_oculta: z.boolean(),
  utiles: z.number(),
  created_at: z.string(),
  autor: z.string(),
  slug: z.string().nullable(),
  ...names,
});

const toOwn = (found: z.output<typeof own>, locale: Locale): OwnQuestion => ({
  id: found.id,
  text: found.texto,
  author: found.autor,
  at: found.created_at,
  answer: found.respuesta,
  isByTeam: found.respuesta_equipo,
  isAside: found.descartada,
  isHidden: found.oculta || found.respuesta_oculta,
  thanks: found.utiles,
  slug: found.slug,
  product: inLanguage(locale, found.nombre, found.nombre_en),
});

type Page = { questions: OwnQuestion[]; hasMore: boolean };
const pageOf = (rows: z.output<typeof own>[], locale: Locale): Page => ({
  questions: rows.slice(0, perPage).map((found) => toOwn(found, locale)),
  hasMore: rows.length > perPage,
});

/** A page of the questions that the signed-in person has asked, newest first; `page` from 0. */
export async function listAsked(page: number, locale: Locale): Promise<Page> {
  return pageOf(await readRpc(createRequestClient(), 'mis_preguntas', { p_pagina: page }, z.array(own)), locale);
}

const received = z.object({ pendientes: z.coerce.number(), preguntas: z.array(own) });

/**
 * A page of questions about the signed-in creator’s products; `page` from 0. `equipo` is for moderators.
 *
 * @returns the questions, and how many about their products are unanswered
 */
export async function listReceived(
  which: ReceivedList,
  page: number,
  locale: Locale,
): Promise<Page & { waiting: number }> {
  const asked = { p_que: which, p_pagina: page };
  const { pendientes, preguntas } = await readRpc(createRequestClient(), 'preguntas_recibidas', asked, received);
  return { ...pageOf(preguntas, locale), waiting: pendientes };
}

/** Ids of the questions about a product whose answers the signed-in person has marked as helpful. */
export const listThanked = (productId: string): Promise<string[]> =>
  readRpc(createRequestClient(), 'mis_gracias', { p_producto: productId }, z.array(z.string()));

import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { z } from 'zod';
import type { Praise, Review } from '@/lib/catalog/rating';
import { inLanguage, names } from '@/lib/catalog/rows';
import { tags } from '@/lib/core/cache/tags';
import type { Locale } from '@/lib/core/i18n/locales';
import { orMissing } from '@/lib/core/sections';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient, createRequestClient } from '@/lib/core/supabase/server';
import type { OwnReview } from './types';

const row = z
  .object({
    id: z.string(),
    estrellas: z.number(),
    texto: z.string(),
    respuesta: z.string().nullable(),
    respuesta_at: z.string().nullable(),
    created_at: z.string(),
    editada_at: z.string().nullable(),
    usuarios_meta: z.object({ display_name: z.string(), avatar_url: z.string() }),
  })
  .transform(
    (found): Review => ({
      id: found.id,
      stars: found.estrellas,
      text: found.texto,
      author: { displayName: found.usuarios_meta.display_name, avatarUrl: found.usuarios_meta.avatar_url },
      at: found.created_at,
      isEdited: found.editada_at !== null,
      answer: found.respuesta && found.respuesta_at ? { text: found.respuesta, at: found.respuesta_at } : null,
    }),
  );

const columns =
  'id,estrellas,texto,respuesta,respuesta_at,created_at,editada_at,usuarios_meta!resenas_user_id_fkey(display_name,avatar_url)';

/**
 * The reviews of a product, newest first.
 *
 * @param page from 0
 * @returns up to `count` reviews, and whether there are more
 */
export async function listReviews(
  product: { id: string; slug: string },
  count: number,
  page = 0,
): Promise<{ reviews: Review[]; hasMore: boolean }> {
  'use cache';
  cacheTag(tags.product(product.slug));
  cacheLife('hours');
  const data = await dataOf(
    'reviews query',
    createPublicClient()
      .from('resenas')
      .select(columns)
      .eq('producto_id', product.id)
      .order('created_at', { ascending: false })
      .order('id')
      .range(page * count, (page + 1) * count),
  );
  const reviews = z.array(row).parse(data);
  for (const { author } of reviews) cacheTag(tags.byline(author.displayName));
  return { reviews: reviews.slice(0, count), hasMore: reviews.length > count };
}

const praiseRow = z.object({
  id: z.string(),
  estrellas: z.number(),
  texto: z.string(),
  usuarios_meta: z.object({ display_name: z.string() }),
  productos: z.object({ slug: z.string(), ...names }),
});

/**
 * The newest good reviews with a text: four or five stars, by different people, about different products on sale. New
 * ones appear within hours; changed or hidden ones disappear after the next visit. Null if they cannot be read.
 */
export async function listPraise(locale: Locale, count: number): Promise<Praise[] | null> {
  'use cache';
  cacheTag(tags.home);
  cacheLife('hours');
  return orMissing('praise', () => readPraise(locale, count));
}

async function readPraise(locale: Locale, count: number): Promise<Praise[]> {
  const data = await dataOf(
    'praise query',
    createPublicClient()
      .from('resenas')
      .select(
        'id,estrellas,texto,usuarios_meta!resenas_user_id_fkey(display_name),productos!inner(slug,nombre,nombre_en,status,oculto)',
      )
      .gte('estrellas', 4)
      .neq('texto', '')
      .eq('productos.status', 'approved')
      .eq('productos.oculto', false)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(count * 8),
  );
  const seen = new Set<string>();
  const chosen = z
    .array(praiseRow)
    .parse(data)
    .filter(({ usuarios_meta: { display_name }, productos: { slug } }) => {
      const isNew = !seen.has(`by ${display_name}`) && !seen.has(`of ${slug}`);
      if (isNew) seen.add(`by ${display_name}`).add(`of ${slug}`);
      return isNew;
    })
    .slice(0, count);
  return chosen.map(({ id, estrellas, texto, usuarios_meta: { display_name }, productos }) => {
    cacheTag(tags.praise(productos.slug), tags.card(productos.slug), tags.byline(display_name));
    const name = inLanguage(locale, productos.nombre, productos.nombre_en);
    return { id, stars: estrellas, text: texto, author: display_name, product: { slug: productos.slug, name } };
  });
}

/** One review of a product, for a direct link; null if it is gone. */
export async function getReview(product: { id: string; slug: string }, reviewId: string): Promise<Review | null> {
  'use cache';
  cacheTag(tags.product(product.slug));
  cacheLife('hours');
  const data = await dataOf(
    'review query',
    createPublicClient().from('resenas').select(columns).eq('producto_id', product.id).eq('id', reviewId).maybeSingle(),
  );
  if (!data) return null;
  const review = row.parse(data);
  cacheTag(tags.byline(review.author.displayName));
  return review;
}

/** A person's own review of a product, or null. */
export async function getOwnReview(productId: string, userId: string): Promise<OwnReview | null> {
  const data = await dataOf(
    'own review query',
    (await createRequestClient())
      .from('resenas')
      .select('estrellas,texto,oculta_motivo')
      .eq('producto_id', productId)
      .eq('user_id', userId)
      .maybeSingle(),
  );
  return data && { stars: data.estrellas, text: data.texto, hiddenReason: data.oculta_motivo };
}

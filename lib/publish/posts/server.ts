import 'server-only';
import { z } from 'zod';
import type { Post } from '@/lib/catalog/posts';
import { inLanguage, names } from '@/lib/catalog/rows';
import { readRpc } from '@/lib/core/action/rpc';
import { sanitizeRichText } from '@/lib/core/html';
import type { Locale } from '@/lib/core/i18n/locales';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import { audiences } from './types';

const own = z
  .object({
    id: z.string(),
    titulo: z.string(),
    audiencia: z.enum(audiences),
    publicada_at: z.string().nullable(),
    editada_at: z.string().nullable(),
    created_at: z.string(),
    version: z.number(),
    producto_id: z.string().nullable(),
    oculta: z.boolean(),
    oculta_motivo: z.string().nullish(),
    autor: z.string(),
    avatar_url: z.string(),
    slug: z.string().nullable(),
    nombre: z.string().nullable(),
    nombre_en: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    title: row.titulo,
    audience: row.audiencia,
    publishedAt: row.publicada_at,
    editedAt: row.editada_at,
    createdAt: row.created_at,
    version: row.version,
    productId: row.producto_id,
    isHidden: row.oculta,
    hiddenReason: row.oculta_motivo ?? null,
    author: { displayName: row.autor, avatarUrl: row.avatar_url },
    product: row.slug && row.nombre ? { slug: row.slug, es: row.nombre, en: row.nombre_en } : null,
  }));
export type OwnPost = z.output<typeof own>;

const withText = z.object({ texto: z.string() }).transform(({ texto }) => texto);

const perPage = 20;

/** A page of the signed-in creator's posts, newest first, drafts included. */
export async function listOwnPosts(page: number): Promise<{ posts: OwnPost[]; hasMore: boolean }> {
  const found = await readRpc(createRequestClient(), 'mis_publicaciones', { p_pagina: page }, z.array(own));
  return { posts: found.slice(0, perPage), hasMore: found.length > perPage };
}

/** A post that the signed-in person may read, with its unsanitised HTML; null for all others. */
export async function getReadablePost(id: string): Promise<(OwnPost & { text: string }) | null> {
  if (!isUuid(id)) return null;
  const found = await readRpc(createRequestClient(), 'ver_publicacion', { p_id: id }, z.unknown());
  return found === null ? null : { ...own.parse(found), text: withText.parse(found) };
}

/** The same post, ready for display. */
export const toPost = (found: OwnPost & { text: string }, locale: Locale): Post => ({
  id: found.id,
  title: found.title,
  html: sanitizeRichText(found.text),
  author: found.author,
  product: found.product && {
    slug: found.product.slug,
    name: inLanguage(locale, found.product.es, found.product.en),
  },
  at: found.publishedAt ?? found.createdAt,
  editedAt: found.editedAt,
});

const product = z.object({ id: z.string(), ...names });

/** The signed-in creator's products on sale, which can be the subject of a post. */
export async function listPostProducts(locale: Locale): Promise<Array<{ id: string; name: string }>> {
  const found = await readRpc(createRequestClient(), 'productos_para_publicar', {}, z.array(product));
  return found.map(({ id, nombre, nombre_en }) => ({ id, name: inLanguage(locale, nombre, nombre_en) }));
}

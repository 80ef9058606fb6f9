import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { z } from 'zod';
import { tags } from '@/lib/core/cache/tags';
import { sanitizeRichText } from '@/lib/core/html';
import { textOfHtml } from '@/lib/core/html/text';
import { postPath } from '@/lib/core/http/segments';
import { addressIn, type Locale } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import { inLanguage, names } from './rows';
import type { FeedEntry } from './seo/feed-xml';

/** A post of a creator, ready for display. */
export type Post = {
  id: string;
  title: string;
  /** Sanitised HTML. */
  html: string;
  author: { displayName: string; avatarUrl: string };
  /** The product of the post, if it has a page. */
  product: { slug: string; name: string } | null;
  /** ISO times. */
  at: string;
  editedAt: string | null;
};

/** A post in a list. */
export type PostSummary = { id: string; title: string; excerpt: string; at: string; editedAt: string | null };

const row = z.object({
  id: z.string(),
  titulo: z.string(),
  texto: z.string(),
  publicada_at: z.string(),
  editada_at: z.string().nullable(),
  usuarios_meta: z.object({ display_name: z.string(), avatar_url: z.string() }),
  productos: z.object({ slug: z.string(), oculto: z.boolean(), ...names }).nullable(),
});

const excerptLength = 200;

/** A public post; null if there is none with this id. */
export async function getPost(locale: Locale, id: string): Promise<Post | null> {
  'use cache';
  cacheTag(tags.post(id));
  cacheLife('hours');
  if (!isUuid(id)) return null;
  const data = await dataOf(
    'post query',
    createPublicClient()
      .from('publicaciones')
      .select(
        'id,titulo,texto,publicada_at,editada_at,usuarios_meta!publicaciones_autor_id_fkey(display_name,avatar_url),productos(slug,oculto,nombre,nombre_en)',
      )
      .eq('id', id)
      .maybeSingle(),
  );
  if (!data) return null;
  const post = row.parse(data);
  cacheTag(tags.byline(post.usuarios_meta.display_name));
  if (post.productos) cacheTag(tags.card(post.productos.slug));
  return {
    id: post.id,
    title: post.titulo,
    html: sanitizeRichText(post.texto),
    author: { displayName: post.usuarios_meta.display_name, avatarUrl: post.usuarios_meta.avatar_url },
    product:
      post.productos && !post.productos.oculto
        ? { slug: post.productos.slug, name: inLanguage(locale, post.productos.nombre, post.productos.nombre_en) }
        : null,
    at: post.publicada_at,
    editedAt: post.editada_at,
  };
}

const summaryRow = row.omit({ usuarios_meta: true, productos: true });

/** The newest public posts of a creator, newest first. */
export async function listCreatorPosts(displayName: string, count: number): Promise<PostSummary[]> {
  'use cache';
  cacheTag(tags.creator(displayName));
  cacheLife('hours');
  const data = await dataOf(
    'posts query',
    createPublicClient()
      .from('publicaciones')
      .select('id,titulo,texto,publicada_at,editada_at,usuarios_meta!publicaciones_autor_id_fkey!inner(display_name)')
      .eq('usuarios_meta.display_name', displayName)
      .order('publicada_at', { ascending: false })
      .order('id')
      .limit(count),
  );
  return z
    .array(summaryRow)
    .parse(data)
    .map((post) => ({
      id: post.id,
      title: post.titulo,
      excerpt: textOfHtml(post.texto, excerptLength),
      at: post.publicada_at,
      editedAt: post.editada_at,
    }));
}

/** The newest public posts of a creator, for readers of feeds. */
export async function getPostEntries(locale: Locale, displayName: string): Promise<FeedEntry[]> {
  const posts = await listCreatorPosts(displayName, 30);
  return posts.map((post) => ({
    id: post.id,
    path: addressIn(postPath(post.id), locale),
    title: post.title,
    summary: post.excerpt,
    author: displayName,
    picture: null,
    publishedAt: post.at,
    updatedAt: post.editedAt ?? post.at,
  }));
}

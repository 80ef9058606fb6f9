import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { z } from 'zod';
import { tags } from '@/lib/core/cache/tags';
import { addressIn, type Locale } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';
import { inLanguage, names } from '../rows';
import type { FeedEntry } from './feed-xml';
import { sharePath } from './share-picture';

const mostEntries = 30;

const row = z.object({
  id: z.string(),
  slug: z.string(),
  ...names,
  acerca_de: z.string(),
  acerca_de_en: z.string().nullable(),
  portada_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  usuarios_meta: z.object({ display_name: z.string() }),
});

/** The newest products, for readers of feeds. */
export async function getFeedEntries(locale: Locale): Promise<FeedEntry[]> {
  'use cache';
  cacheTag(tags.home);
  cacheLife('hours');
  const data = await dataOf(
    'feed query',
    createPublicClient()
      .from('productos')
      .select(
        'id,slug,nombre,nombre_en,acerca_de,acerca_de_en,portada_url,created_at,updated_at,usuarios_meta!productos_usuario_id_fkey(display_name)',
      )
      .eq('status', 'approved')
      .eq('oculto', false)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(mostEntries),
  );
  const products = z.array(row).parse(data);
  cacheTag(
    ...products.flatMap(({ slug, usuarios_meta }) => [tags.card(slug), tags.byline(usuarios_meta.display_name)]),
  );
  return products.map((product) => ({
    id: product.id,
    path: addressIn(`/p/${product.slug}`, locale),
    title: inLanguage(locale, product.nombre, product.nombre_en),
    summary: inLanguage(locale, product.acerca_de, product.acerca_de_en),
    author: product.usuarios_meta.display_name,
    picture: sharePath(product.portada_url),
    publishedAt: product.created_at,
    updatedAt: product.updated_at,
  }));
}

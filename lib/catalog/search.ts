import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { toCents } from '@/lib/core/money';
import { createPublicClient } from '@/lib/core/supabase/server';
import { categories } from './categories';
import { inLanguage, parseCard } from './rows';
import { pageSize } from './server';
import type { ProductCardData } from './types';

/** The filters of the results page, as its address has them. Anything that is not allowed becomes the default. */
export const searchFilters = z.object({
  categoria: z.enum(categories).optional().catch(undefined),
  max: z.coerce.number().positive().max(10_000).optional().catch(undefined),
  gratis: z.literal('1').optional().catch(undefined),
  club: z.literal('1').optional().catch(undefined),
  orden: z
    .enum(['relevancia', 'precio_asc', 'precio_desc', 'nuevos', 'populares'])
    .default('relevancia')
    .catch('relevancia'),
  cursor: z
    .string()
    .regex(/^-?\d+(\.\d+)?_[0-9a-f-]{36}$/)
    .optional()
    .catch(undefined),
});

export type SearchFilters = z.infer<typeof searchFilters>;

export type SearchPage = { products: ProductCardData[]; next: string | null };

/** One page of results, best first; tolerates typing errors (see the database function `buscar_productos`). */
export async function searchProducts(locale: Locale, query: string, filters: SearchFilters): Promise<SearchPage> {
  const asked = {
    p_texto: query,
    p_categoria: filters.categoria,
    p_precio_max: filters.max,
    p_gratis: filters.gratis === '1',
    p_club: filters.club === '1',
    p_orden: filters.orden,
    p_cursor: filters.cursor,
    p_limite: pageSize + 1,
  };
  const found = await readRpc(
    createPublicClient(),
    'buscar_productos',
    asked,
    z.array(z.looseObject({ cursor: z.string() })),
  );
  const page = found.slice(0, pageSize);
  return {
    products: page.map((row) => parseCard(row, locale)),
    next: found.length > pageSize ? (page.at(-1)?.cursor ?? null) : null,
  };
}

export type Suggestion = {
  slug: string;
  name: string;
  coverUrl: string;
  priceCents: number;
  offerCents: number | null;
};

const euros = z.union([z.string(), z.number()]).transform(toCents);

const suggestionRow = z.object({
  slug: z.string(),
  nombre: z.string(),
  nombre_en: z.string().nullable(),
  portada_url: z.string(),
  precio: euros,
  oferta: euros.nullable(),
});

/** At most five products whose name fits what is being typed (docs/behaviour/catalogue.md, "Search"). */
export async function suggestProducts(locale: Locale, query: string): Promise<Suggestion[]> {
  const asked = { p_texto: query, p_limite: 5 };
  const found = await readRpc(createPublicClient(), 'sugerir_productos', asked, z.array(suggestionRow));
  return found.map((row) => ({
    slug: row.slug,
    name: inLanguage(locale, row.nombre, row.nombre_en),
    coverUrl: row.portada_url,
    priceCents: row.precio,
    offerCents: row.oferta,
  }));
}

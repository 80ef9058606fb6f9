import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import type { PageQuery } from '@/lib/core/http/page-query';
import type { Locale } from '@/lib/core/i18n/locales';
import { createPublicClient } from '@/lib/core/supabase/server';
import { type Category, categories } from './categories';
import { pageSize } from './category-page';
import { type Chosen, type Listing, orderOf, orders } from './filters';
import { parseCard } from './rows';
import type { ProductCardData } from './types';

const flag = z.literal('1').optional().catch(undefined);

/** The filters of a list from its query; invalid values are dropped. */
const filterSchema = z.object({
  categoria: z.enum(categories).optional().catch(undefined),
  genero: z.string().trim().min(1).max(80).optional().catch(undefined),
  version: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,3}){1,2}$/)
    .optional()
    .catch(undefined),
  max: z.coerce.number().positive().max(10_000).transform(String).optional().catch(undefined),
  gratis: flag,
  club: flag,
  ofertas: flag,
  orden: z.enum(orders).optional().catch(undefined),
});

const cursorSchema = z
  .string()
  .regex(/^-?\d{1,18}(\.\d{1,6})?_[0-9a-f-]{36}$/)
  .optional()
  .catch(undefined);

/** Filters, order and cursor of a list from its query. */
export const readFilters = (raw: PageQuery): { chosen: Chosen; cursor: string | undefined } => ({
  chosen: filterSchema.parse(raw),
  cursor: cursorSchema.parse(raw.cursor),
});

/** The largest count. */
export const mostCounted = 1_000;

export type SearchPage = {
  products: ProductCardData[];
  next: string | null;
  /** The total; `mostCounted + 1` means more. */
  total: number;
};

/**
 * One page of a list. A search tolerates typing errors (`buscar_productos` in SQL).
 *
 * @throws if the database does not answer
 */
export async function searchProducts(
  locale: Locale,
  listing: Listing,
  chosen: Chosen,
  cursor: string | undefined,
): Promise<SearchPage> {
  const client = createPublicClient();
  const filters = {
    p_texto: listing.text ?? null,
    p_categoria: listing.category ?? chosen.categoria ?? null,
    p_precio_max: chosen.max === undefined ? null : Number(chosen.max),
    p_gratis: chosen.gratis === '1',
    p_club: chosen.club === '1',
    p_oferta: listing.offers === true || chosen.ofertas === '1',
    p_genero: chosen.genero ?? null,
    p_version: chosen.version ?? null,
  };
  const asked = {
    ...filters,
    p_orden: orderOf(listing, chosen),
    p_cursor: cursor ?? null,
    p_limite: pageSize + 1,
  };
  const [found, total] = await Promise.all([
    readRpc(client, 'buscar_productos', asked, z.array(z.looseObject({ cursor: z.string() }))),
    readRpc(client, 'contar_productos', filters, z.coerce.number()),
  ]);
  const page = found.slice(0, pageSize);
  return {
    products: page.map((row) => parseCard(row, locale)),
    next: found.length > pageSize ? (page.at(-1)?.cursor ?? null) : null,
    total,
  };
}

export type Facets = { genres: string[]; versions: string[] };

const facetRow = z.object({ tipo: z.enum(['genero', 'version']), valor: z.string() });

/** The genres and game versions of a category, or of all products. */
export async function getFacets(category: Category | null): Promise<Facets> {
  'use cache';
  cacheTag(category ? tags.section(category) : tags.home);
  cacheLife('hours');
  const rows = await readRpc(createPublicClient(), 'filtros_catalogo', { p_categoria: category }, z.array(facetRow));
  const valuesOf = (kind: 'genero' | 'version') => rows.filter(({ tipo }) => tipo === kind).map(({ valor }) => valor);
  return { genres: valuesOf('genero'), versions: valuesOf('version') };
}

/** A correction for a search without results, in words of a product on sale; null if none is similar enough. */
export const suggestCorrection = (text: string): Promise<string | null> =>
  readRpc(createPublicClient(), 'quiso_decir', { p_texto: text }, z.string().nullable());

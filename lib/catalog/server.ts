import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { sanitizeRichText } from '@/lib/core/html';
import type { Locale } from '@/lib/core/i18n/locales';
import { toCents } from '@/lib/core/money';
import { orMissing } from '@/lib/core/sections';
import { maxRows, readAllRows } from '@/lib/core/supabase/all-rows';
import { afterCursor } from '@/lib/core/supabase/cursor';
import { createPublicClient } from '@/lib/core/supabase/server';
import { type Category, type CategoryPath, categoryPaths } from './categories';
import {
  bundleRow,
  cardColumns,
  inLanguage,
  parseCard,
  parseEditions,
  productColumns,
  productRow,
  releaseOf,
} from './rows';
import type { Bundle, CreatorRef, Product, ProductCardData } from './types';
import { listVersions } from './versions';
import { youtubeId } from './youtube';

// What is cached here is kept for hours: a query that fails must throw, so that nothing of it is kept. The page that
// was made before stays, and a build without a database fails. A list that a page can do without is read with `orMissing`.

export const pageSize = 24;

/** How many versions a product's page shows. */
const mostVersions = 50;

function listed() {
  return createPublicClient().from('productos').select(cardColumns).eq('status', 'approved').eq('oculto', false);
}

/** What comes after a product in a list that has the newest first. */
function afterProduct(query: ReturnType<typeof listed>, last: { id: string; created_at: string }) {
  return query.lte('created_at', last.created_at).or(afterCursor([last.created_at, last.id]));
}

const bylineOf = (creator: CreatorRef | null) => (creator ? [tags.byline(creator.displayName)] : []);

/** The products of a list, which is made again when one of them changes. */
async function cards(
  query: PromiseLike<{ data: unknown[] | null; error: { message: string } | null }>,
  locale: Locale,
) {
  const { data, error } = await query;
  if (error) throw new Error(`catalogue query failed: ${error.message}`);
  const found = (data ?? []).map((row) => parseCard(row, locale));
  for (const { slug, creator } of found) cacheTag(tags.card(slug), ...bylineOf(creator));
  return found;
}

/** Cards of products on sale, by id. For a cached query: it carries their tags. */
export async function getCardsById(locale: Locale, ids: string[]): Promise<Map<string, ProductCardData>> {
  if (ids.length === 0) return new Map();
  const found = await cards(listed().in('id', ids).limit(ids.length), locale);
  return new Map(found.map((card) => [card.id, card]));
}

async function inGivenOrder(locale: Locale, ids: string[]): Promise<ProductCardData[]> {
  const found = await getCardsById(locale, ids);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The most visited products; null when they cannot be read now. */
export async function getTrending(locale: Locale, count: number): Promise<ProductCardData[] | null> {
  'use cache';
  cacheTag(tags.home);
  cacheLife('hours');
  return orMissing('trending', () =>
    cards(listed().order('visitas', { ascending: false }).order('id').limit(count), locale),
  );
}

/** The newest products; null when they cannot be read now. */
export async function getNewest(locale: Locale, count: number): Promise<ProductCardData[] | null> {
  'use cache';
  cacheTag(tags.home);
  cacheLife('hours');
  return orMissing('newest', () =>
    cards(listed().order('created_at', { ascending: false }).order('id').limit(count), locale),
  );
}

/** Products picked by the shop, in its order, those whose dates are now; null when they cannot be read now. */
export async function getFeatured(locale: Locale, count: number): Promise<ProductCardData[] | null> {
  'use cache';
  cacheTag(tags.home);
  cacheLife('hours');
  return orMissing('featured', async () => {
    const ids = await readRpc(createPublicClient(), 'destacados_ahora', {}, z.array(z.string()));
    return inGivenOrder(locale, ids.slice(0, count));
  });
}

/** Cards of the given products that are on sale, in the given order. */
export async function getCards(locale: Locale, ids: string[]): Promise<ProductCardData[]> {
  'use cache';
  cacheTag(tags.home);
  cacheLife('hours');
  return inGivenOrder(locale, ids);
}

export type Banner = { url: string };

/** The wide picture of a product on sale, or none; null when it cannot be read now. */
export async function getBanner(slug: string): Promise<Banner | 'none' | null> {
  'use cache';
  cacheTag(tags.card(slug));
  cacheLife('hours');
  return orMissing('banner', async () => {
    const { data, error } = await createPublicClient()
      .from('productos')
      .select('banner_url')
      .eq('slug', slug)
      .maybeSingle();
    if (error) throw new Error(`banner query failed: ${error.message}`);
    return data?.banner_url ? { url: data.banner_url } : 'none';
  });
}

export type CategoryPage = { products: ProductCardData[]; next: string | null };

/**
 * One page of a category, newest first.
 *
 * @param after slug of the last product of the page before, or null for the first page
 * @returns the products and the `after` of the next page, or null when `after` is no product of this category
 */
export async function getCategoryPage(
  locale: Locale,
  category: Category,
  after: string | null,
): Promise<CategoryPage | null> {
  'use cache';
  cacheTag(tags.section(category));
  cacheLife('hours');
  let query = listed()
    .eq('category', category)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(pageSize + 1);
  if (after) {
    const { data: last, error } = await createPublicClient()
      .from('productos')
      .select('id,created_at')
      .eq('slug', after)
      .eq('category', category)
      .maybeSingle();
    if (error) throw new Error(`category query failed: ${error.message}`);
    if (!last) return null;
    query = afterProduct(query, last);
  }
  const found = await cards(query, locale);
  const products = found.slice(0, pageSize);
  return { products, next: found.length > pageSize ? (products.at(-1)?.slug ?? null) : null };
}

const readMemberships = (productId: string) =>
  readAllRows<{ bundle_id: string; bundles: unknown }>('bundles', (last) => {
    const page = createPublicClient()
      .from('bundles_productos')
      .select(
        'bundle_id,bundles(id,nombre,nombre_en,descripcion,descripcion_en,precio,oferta,bundles_productos(productos(slug,nombre,nombre_en,precio,oferta,portada_url,portada_blur)))',
      )
      .eq('producto_id', productId)
      .order('bundle_id')
      .limit(maxRows);
    return last ? page.gt('bundle_id', last.bundle_id) : page;
  });

/**
 * The packs with a product that can be bought. Which they are is for the database to say: who may see a page does not see
 * a product that is taken down.
 */
async function getBundles(locale: Locale, productId: string): Promise<Bundle[]> {
  const asked = { p_producto: productId };
  const [onSale, memberships] = await Promise.all([
    readRpc(
      createPublicClient(),
      'bundles_en_venta',
      asked,
      z.array(z.string()).transform((ids) => new Set(ids)),
    ),
    readMemberships(productId),
  ]);
  return memberships
    .filter(({ bundle_id }) => onSale.has(bundle_id))
    .map(({ bundles }) => {
      const row = bundleRow.parse(bundles);
      return {
        id: row.id,
        name: inLanguage(locale, row.nombre, row.nombre_en),
        description: inLanguage(locale, row.descripcion, row.descripcion_en),
        priceCents: row.precio,
        offerCents: row.oferta,
        products: row.bundles_productos.flatMap(({ productos: item }) =>
          item
            ? [
                {
                  slug: item.slug,
                  name: inLanguage(locale, item.nombre, item.nombre_en),
                  coverUrl: item.portada_url,
                  coverBlur: item.portada_blur,
                  priceCents: item.precio,
                  offerCents: item.oferta,
                },
              ]
            : [],
        ),
      };
    });
}

const lowestRow = z.object({
  edicion_id: z.string().nullable(),
  importe: z.union([z.string(), z.number()]).transform(toCents).nullable(),
});

/**
 * The lowest price of the last 30 days in cents, for what is on offer: by edition, and under `null` for the product
 * itself.
 */
async function getLowestPrices(productId: string): Promise<Map<string | null, number | null>> {
  const asked = { p_producto: productId };
  const lowest = await readRpc(createPublicClient(), 'precios_minimos', asked, z.array(lowestRow));
  return new Map(lowest.map((row) => [row.edicion_id, row.importe]));
}

/** A product on sale, with everything its page shows, or null. */
export async function getProductBySlug(locale: Locale, slug: string): Promise<Product | null> {
  'use cache';
  cacheTag(tags.product(slug));
  cacheLife('hours');
  const { data, error } = await createPublicClient()
    .from('productos')
    .select(productColumns)
    .eq('slug', slug)
    .eq('status', 'approved')
    .eq('oculto', false)
    .maybeSingle();
  if (error) throw new Error(`product query failed: ${error.message}`);
  if (!data) return null;
  const row = productRow.parse(data);
  const [lowest, bundles, versions] = await Promise.all([
    getLowestPrices(row.id),
    getBundles(locale, row.id),
    listVersions(locale, slug, mostVersions),
  ]);
  const card = parseCard(data, locale);
  cacheTag(...bylineOf(card.creator));
  for (const shown of [row.base, ...bundles.flatMap(({ products }) => products)]) {
    if (shown) cacheTag(tags.card(shown.slug));
  }
  return {
    ...card,
    bannerUrl: row.banner_url,
    status: row.status,
    available: row.disponibilidad,
    inStock: row.stock && row.unidades !== 0,
    about: inLanguage(locale, row.acerca_de, row.acerca_de_en),
    descriptionHtml: sanitizeRichText(inLanguage(locale, row.descripcion, row.descripcion_en)),
    translated: locale === 'es' || Boolean(row.descripcion_en),
    developer: row.desarrollador,
    publisher: row.publisher,
    genres: row.generos,
    compatible: row.compatibles,
    ...releaseOf(row),
    size: row.tamano_aproximado,
    legal: row.aviso_legal,
    trailerId: youtubeId(row.video_trailer),
    downloadable: row.descargable,
    creatorId: row.usuario_id,
    rating: row.valoracion_media === null ? null : { average: row.valoracion_media, count: row.valoraciones },
    base: row.base && { slug: row.base.slug, name: inLanguage(locale, row.base.nombre, row.base.nombre_en) },
    lowestCents: lowest.get(null) ?? null,
    editions: parseEditions(row.ediciones, row.fecha_lanzamiento, lowest, locale),
    versions,
    gallery: row.imagenes_producto
      .sort((a, b) => a.orden - b.orden)
      .map((image) => ({ url: image.url, width: image.ancho ?? 1600, height: image.alto ?? 900, blur: image.blur })),
    bundles,
  };
}

const relatedRow = z.object({ id: z.string() });

/** The most visited products of the same category, in an order that depends on the slug: pages recommend different ones. */
async function getNeighbours(locale: Locale, product: { slug: string; category: Category }) {
  const candidates = await cards(
    listed().eq('category', product.category).neq('slug', product.slug).order('visitas', { ascending: false }).limit(6),
    locale,
  );
  const start = [...product.slug].reduce((sum, character) => sum + character.charCodeAt(0), 0);
  return candidates
    .map((card, index) => ({ card, rank: (start * (index + 3)) % 7 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ card }) => card);
}

const relatedShown = 3;

type Neighbour = { id: string; slug: string; category: Category };

/**
 * Three products that buyers of this one also have; where too few people have them together to tell, of its category.
 * Another choice shows within hours. Null when they cannot be read now.
 */
export async function getRelated(locale: Locale, product: Neighbour): Promise<ProductCardData[] | null> {
  'use cache';
  cacheLife('hours');
  return orMissing('related', () => readRelated(locale, product));
}

async function readRelated(locale: Locale, product: Neighbour): Promise<ProductCardData[]> {
  const asked = { p_producto: product.id, p_limite: relatedShown };
  const bought = await readRpc(createPublicClient(), 'relacionados_de', asked, z.array(relatedRow));
  const found = await getCardsById(
    locale,
    bought.map(({ id }) => id),
  );
  const also = bought.flatMap(({ id }) => found.get(id) ?? []);
  if (also.length >= relatedShown) return also;
  const neighbours = await getNeighbours(locale, product);
  return [...also, ...neighbours.filter(({ id }) => !found.has(id))].slice(0, relatedShown);
}

/** Slugs of the most visited products, whose pages a build renders before their first visit. */
export async function getProductSlugs(count: number): Promise<string[]> {
  const { data, error } = await createPublicClient()
    .from('productos')
    .select('slug')
    .eq('status', 'approved')
    .eq('oculto', false)
    .order('visitas', { ascending: false })
    .limit(count);
  if (error) throw new Error(`slugs query failed: ${error.message}`);
  return data.map(({ slug }) => slug);
}

/** The slug of the newest product of a category, if it has any: a build renders the page that goes on after it. */
export async function getNewestOf(path: CategoryPath): Promise<string[]> {
  const { data, error } = await createPublicClient()
    .from('productos')
    .select('slug')
    .eq('status', 'approved')
    .eq('category', categoryPaths[path])
    .order('created_at', { ascending: false })
    .order('id')
    .limit(1);
  if (error) throw new Error(`newest product query failed: ${error.message}`);
  return data.map(({ slug }) => slug);
}

export type CreatorProfile = CreatorRef & {
  id: string;
  isClubMember: boolean;
  bannerUrl: string;
  bio: string;
  followers: number;
  products: ProductCardData[];
  /** What the next page of the products is asked for with; null when this one is the last. */
  next: string | null;
};

/** How many products a page of a creator's profile shows. */
const productsPerProfile = 100;

/**
 * A creator's public profile with a page of what they sell, newest first.
 *
 * @param after slug of the last product of the page before, or null for the first page
 * @returns null when there is no such creator, or `after` is no product of theirs
 */
export async function getCreator(
  locale: Locale,
  displayName: string,
  after: string | null = null,
): Promise<CreatorProfile | null> {
  'use cache';
  cacheTag(tags.creator(displayName));
  cacheLife('hours');
  const client = createPublicClient();
  const { data: person, error } = await client
    .from('usuarios_meta')
    .select('id,display_name,username,avatar_url,banner_url,bio,role,club')
    .eq('display_name', displayName)
    .maybeSingle();
  if (error) throw new Error(`creator query failed: ${error.message}`);
  if (!person) return null;
  const { count, error: countError } = await client
    .from('follows')
    .select('follower_id', { count: 'exact', head: true })
    .eq('following_id', person.id);
  if (countError || count === null) throw new Error(`followers query failed: ${countError?.message ?? 'no count'}`);
  let query = listed()
    .eq('usuario_id', person.id)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(productsPerProfile + 1);
  if (after !== null) {
    const { data: last, error: lastError } = await client
      .from('productos')
      .select('id,created_at')
      .eq('slug', after)
      .eq('usuario_id', person.id)
      .maybeSingle();
    if (lastError) throw new Error(`creator query failed: ${lastError.message}`);
    if (!last) return null;
    query = afterProduct(query, last);
  }
  const found = await cards(query, locale);
  const products = found.slice(0, productsPerProfile);
  return {
    id: person.id,
    displayName: person.display_name,
    username: person.username,
    avatarUrl: person.avatar_url,
    bannerUrl: person.banner_url,
    bio: person.bio,
    verified: person.role === 'admin',
    isClubMember: person.club,
    followers: count,
    products,
    next: found.length > productsPerProfile ? (products.at(-1)?.slug ?? null) : null,
  };
}

/** Display names of the creators of the most visited products, whose pages a build renders before their first visit. */
export async function getCreatorNames(products: number): Promise<string[]> {
  const { data, error } = await createPublicClient()
    .from('productos')
    .select('usuarios_meta!productos_usuario_id_fkey(display_name)')
    .eq('status', 'approved')
    .eq('oculto', false)
    .order('visitas', { ascending: false })
    .limit(products);
  if (error) throw new Error(`creator names query failed: ${error.message}`);
  return [...new Set(data.map(({ usuarios_meta }) => usuarios_meta.display_name))];
}

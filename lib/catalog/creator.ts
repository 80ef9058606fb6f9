import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { tags } from '@/lib/core/cache/tags';
import type { Locale } from '@/lib/core/i18n/locales';
import { pageOf } from '@/lib/core/supabase/cursor';
import { countOf, dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient } from '@/lib/core/supabase/server';
import { afterProduct, getCardsInOrder, listedProducts, readCards } from './cards';
import { type ProfileLink, toProfileLink } from './profile-links';
import type { CreatorRef, ProductCardData } from './types';

export type CreatorProfile = CreatorRef & {
  id: string;
  isClubMember: boolean;
  bannerUrl: string;
  bio: string;
  followers: number;
  links: ProfileLink[];
  /** The products that the creator pinned; the other list does not repeat them. */
  pinned: ProductCardData[];
  products: ProductCardData[];
  /** The cursor of the next page of products; null on the last page. */
  next: string | null;
};

/** Products per page of a profile. */
const productsPerProfile = 100;

/**
 * A creator's public profile with a page of their products, newest first.
 *
 * @param after slug of the last product of the previous page; null for the first page
 * @returns null if there is no such creator, or no product of theirs follows `after`
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
  const person = await dataOf(
    'creator query',
    client
      .from('usuarios_meta')
      .select('id,display_name,username,avatar_url,banner_url,bio,enlaces,role,club')
      .eq('display_name', displayName)
      .maybeSingle(),
  );
  if (!person) return null;
  const [count, pins] = await Promise.all([
    countOf(
      'followers query',
      client.from('follows').select('follower_id', { count: 'exact', head: true }).eq('following_id', person.id),
    ),
    dataOf(
      'pinned query',
      client.from('productos_fijados').select('producto_id').eq('usuario_id', person.id).order('orden').limit(3),
    ),
  ]);
  const pinned = await getCardsInOrder(
    locale,
    pins.map(({ producto_id }) => producto_id),
  );
  let query = listedProducts()
    .eq('usuario_id', person.id)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(productsPerProfile + 1);
  if (pinned.length > 0) query = query.not('id', 'in', `(${pinned.map(({ id }) => id).join()})`);
  if (after !== null) {
    const last = await dataOf(
      'creator query',
      client.from('productos').select('id,created_at').eq('slug', after).eq('usuario_id', person.id).maybeSingle(),
    );
    if (!last) return null;
    query = afterProduct(query, last);
  }
  const { shown: products, next } = pageOf(await readCards(query, locale), productsPerProfile, ({ slug }) => slug);
  if (after !== null && products.length === 0) return null;
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
    links: person.enlaces.map(toProfileLink),
    pinned,
    products,
    next,
  };
}

/** Creators of the most viewed products, whose pages the build renders. */
export async function getCreatorNames(products: number): Promise<string[]> {
  const data = await dataOf(
    'creator names query',
    createPublicClient()
      .from('productos')
      .select('usuarios_meta!productos_usuario_id_fkey(display_name)')
      .eq('status', 'approved')
      .eq('oculto', false)
      .order('visitas', { ascending: false })
      .limit(products),
  );
  return [...new Set(data.map(({ usuarios_meta }) => usuarios_meta.display_name))];
}

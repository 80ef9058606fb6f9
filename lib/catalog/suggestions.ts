import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { getCoinPacks } from '@/lib/coins/packs';
import { readRpc } from '@/lib/core/action/rpc';
import { creatorPath } from '@/lib/core/http/segments';
import type { Locale } from '@/lib/core/i18n/locales';
import { formatCents } from '@/lib/core/money';
import { euroAmount } from '@/lib/core/money/euro-amount';
import { plain } from '@/lib/core/plain';
import { createPublicClient } from '@/lib/core/supabase/server';
import { type CategoryPath, categoryPaths } from './categories';
import { inLanguage, names } from './rows';

export type Suggestion = {
  id: string;
  slug: string;
  name: string;
  coverUrl: string;
  priceCents: number;
  offerCents: number | null;
  clubOnly: boolean;
};

/** Suggestions of one kind beside products: each is a page with its name and a detail. */
type SuggestedPages = {
  title: string;
  pages: Array<{ href: string; name: string; detail?: string; pictureUrl?: string }>;
};

export type Suggestions = { items: Suggestion[]; groups: SuggestedPages[] };

const productRow = z.object({
  id: z.string(),
  slug: z.string(),
  ...names,
  portada_url: z.string(),
  precio: euroAmount,
  oferta: euroAmount.nullable(),
  club_only: z.boolean(),
});

const creatorRow = z.object({ display_name: z.string(), username: z.string(), avatar_url: z.string().nullable() });

/** True if one of these names begins with the query, from three letters on. */
const begins = (query: string, names: string[]): boolean =>
  query.length >= 3 && names.some((name) => plain(name).startsWith(query));

const languages: Locale[] = ['es', 'en'];

/** The categories whose name, in either language, begins with the query. */
async function findCategories(query: string): Promise<CategoryPath[]> {
  const names = await Promise.all(languages.map((locale) => getTranslations({ locale, namespace: 'nav' })));
  return (Object.keys(categoryPaths) as CategoryPath[]).filter((path) =>
    begins(query, [categoryPaths[path], ...names.map((t) => t(path))]),
  );
}

const coinWords = ['uncoins', 'coins', 'monedas'];

/** The packs of UnCoins for *uncoins*, *monedas* and *100 coins*, three at most. */
async function findPacks(query: string) {
  const [, count = '', word = ''] = /^(\d{0,6}) ?(.*)$/.exec(query) ?? [];
  if (!begins(word, coinWords)) return [];
  const packs = await getCoinPacks();
  return packs.filter(({ coins }) => String(coins).startsWith(count)).slice(0, 3);
}

/**
 * Suggestions while typing: up to five products, two creators, and the categories and packs of UnCoins that match
 * (docs/behaviour/navigation.md, "Search box").
 *
 * @throws if the database does not answer
 */
export async function suggest(locale: Locale, text: string): Promise<Suggestions> {
  const client = createPublicClient();
  const query = plain(text);
  const [t, nav, products, creators, categories, packs] = await Promise.all([
    getTranslations({ locale, namespace: 'search.kinds' }),
    getTranslations({ locale, namespace: 'nav' }),
    readRpc(client, 'sugerir_productos', { p_texto: text, p_limite: 5 }, z.array(productRow)),
    readRpc(client, 'sugerir_creadores', { p_texto: text }, z.array(creatorRow)),
    findCategories(query),
    findPacks(query),
  ]);
  const groups: SuggestedPages[] = [
    {
      title: t('creators'),
      pages: creators.map((row) => ({
        href: creatorPath(row.display_name),
        name: row.display_name,
        detail: `@${row.username}`,
        pictureUrl: row.avatar_url ?? '/default-avatar.webp',
      })),
    },
    { title: t('categories'), pages: categories.map((path) => ({ href: `/${path}`, name: nav(path) })) },
    {
      title: t('coins'),
      pages: packs.map((pack) => ({
        href: `/checkout?producto=${pack.slug}`,
        name: nav('coins.pack', { count: pack.coins }),
        detail: formatCents(pack.priceCents, locale),
      })),
    },
  ];
  return {
    items: products.map((row) => ({
      id: row.id,
      slug: row.slug,
      name: inLanguage(locale, row.nombre, row.nombre_en),
      coverUrl: row.portada_url,
      priceCents: row.precio,
      offerCents: row.oferta,
      clubOnly: row.club_only,
    })),
    groups: groups.filter(({ pages }) => pages.length > 0),
  };
}

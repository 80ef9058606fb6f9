import { deadlines } from '@/lib/core/http/deadlines';
import { creatorPath } from '@/lib/core/http/segments';
import { createPublicClient } from '@/lib/core/supabase/server';
import { isOutage } from '@/lib/core/unavailable';
import { isPage, isRequestPage, routesOf } from './pages';
import { readPath } from './routes';

/**
 * The destination of a path: a page, the canonical address of a page, or nothing. Only canonical addresses are rendered
 * and stored.
 */
export type Destination = 'page' | 'nothing' | { address: string };

/** Routes with fixed parts first. */
const pages = [...routesOf(({ rendering }) => rendering === 'static'), '/p/[slug]/reviews'].map((page) =>
  page.split('/').slice(1),
);

/** Normalises text as names are stored: NFKC, single spaces, no invisible characters. */
const tidy = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}\p{Cc}]+/gu, ' ')
    .trim();

/** Strips punctuation that follows a pasted link. */
const withoutEnd = (text: string) => text.replace(/[\s.,;:!?)\]}>"'’”»]+$/u, '');

const asSlug = (text: string) => withoutEnd(text).toLowerCase();

/** The parts of a page's address, with the name of a creator as written; null if there can be no page. */
function partsOf(pathname: string): { parts: string[]; name?: string } | null {
  const texts = pathname
    .split('/')
    .map((part) => tidy(readPath(part) ?? ''))
    .filter((text) => text !== '');
  const page = pages.find(
    (parts) =>
      parts.length === Math.max(texts.length, 1) &&
      parts.every((part, at) => part.startsWith('[') || part === asSlug(texts[at] ?? '')),
  );
  if (!page) return null;
  const parts = page.map((part, at) => (part.startsWith('[') ? asSlug(texts[at] ?? '') : part));
  const at = page.indexOf('[display_name]');
  return at === -1 ? { parts } : { parts, name: texts[at] ?? '' };
}

/** Time for which an existing path is cached, and pause after a failure of the database, in milliseconds. */
const [knownForMs, restMs] = [60_000, 5_000];
const mostKnown = 5_000;

/** Expiry of known paths, oldest first. */
const known = new Map<string, number>();
let restsUntil = 0;

type Query<Row> = PromiseLike<{ data: Row[] | null; status: number }>;

/** The rows of a query; null without an answer. */
async function rowsOf<Row>(query: (signal: AbortSignal) => Query<Row>): Promise<Row[] | null> {
  if (Date.now() < restsUntil) return null;
  const { data, status } = await query(AbortSignal.timeout(deadlines.address));
  // Without an answer the page is rendered, and shows the problem. A refused query is no outage.
  const isRefused = status >= 400 && status < 500 && !isOutage(status);
  if (!data && !isRefused) restsUntil = Date.now() + restMs;
  return data;
}

/** Escapes a name for `ilike`; in PostgREST an asterisk is a wildcard. */
const asPattern = (name: string) => name.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '_');

/** The creator whose name a text spells; null if there is none, undefined if the database does not answer. */
async function findName(text: string): Promise<string | null | undefined> {
  for (const name of new Set([text, withoutEnd(text)])) {
    const rows = await rowsOf((signal) =>
      createPublicClient()
        .from('usuarios_meta')
        .select('display_name')
        .ilike('display_name', asPattern(name))
        .limit(20)
        .abortSignal(signal),
    );
    if (!rows) return undefined;
    const names = rows.map(({ display_name }) => display_name);
    const found = names.find((other) => other === name) ?? names.find((other) => isSame(other, name));
    if (found !== undefined) return found;
  }
  return null;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** True if the product of a path, or of its cursor, exists. */
async function hasSlug(parts: string[]): Promise<boolean> {
  const at = parts.findIndex((part) => part === 'p' || part === 'desde');
  if (at === -1) return true;
  const slug = parts[at + 1] ?? '';
  const rows = await rowsOf((signal) => {
    const products = createPublicClient()
      .from('productos')
      .select('slug')
      .eq('slug', slug)
      .limit(1)
      .abortSignal(signal);
    return parts[at] === 'p' ? products.eq('status', 'approved').eq('oculto', false) : products;
  });
  return rows === null || rows.length > 0;
}

async function look(pathname: string): Promise<Destination> {
  const found = partsOf(pathname);
  if (!found || isRequestPage(pathname)) {
    if (!isPage(pathname)) return 'nothing';
    if (!found?.parts.includes('reviews')) return 'page';
  }
  const { parts, name } = found;
  const addressOf = (display: string) => [creatorPath(display), ...parts.slice(2)].join('/');
  if (name !== undefined && !isPage(addressOf(withoutEnd(name) || name))) return 'nothing';
  const display = name === undefined ? undefined : await findName(name);
  if (display === null) return 'nothing';
  const address = name === undefined ? `/${parts.join('/')}` : addressOf(display ?? name);
  if (!isPage(address)) return 'nothing';
  if (address !== pathname) return { address };
  return (await hasSlug(name === undefined ? parts : parts.slice(2))) ? 'page' : 'nothing';
}

/**
 * Determines the destination of a public path. The database is asked once a minute for a path with a product or
 * creator; without an answer the path leads to the page.
 *
 * @param pathname the encoded path, as `readPath` can decode it
 */
export async function findDestination(pathname: string): Promise<Destination> {
  const until = known.get(pathname);
  if (until !== undefined && Date.now() < until) return 'page';
  const destination = await look(pathname);
  known.delete(pathname);
  if (destination === 'page' && Date.now() >= restsUntil) known.set(pathname, Date.now() + knownForMs);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
  return destination;
}

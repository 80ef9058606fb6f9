import { isRequestPage } from './request-pages';

/** What may stand in an address where a page has a parameter: the database holds nothing else. */
const parameters = {
  slug: (text: string) => text.length <= 80 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text),
  after: (text: string) => parameters.slug(text),
  display_name: (text: string) => text.trim() !== '' && [...text.trim()].length <= 20,
};

/** The prerendered pages, the same for everybody. With those of `request-pages.ts` they are all pages of the shop. */
export const keptPages = [
  '/',
  '/account/[display_name]',
  '/account/[display_name]/desde/[after]',
  '/club',
  '/dlcs',
  '/dlcs/desde/[after]',
  '/events',
  '/events/desde/[after]',
  '/legal/cookies',
  '/legal/notice',
  '/legal/privacy',
  '/legal/refunds',
  '/legal/terms',
  '/logout',
  '/maintenance',
  '/ofertas',
  '/outage',
  '/p/[slug]',
  '/plugins',
  '/plugins/desde/[after]',
  '/search',
  '/series',
  '/series/desde/[after]',
  '/status',
  '/support',
  '/trends',
];

const patterns = keptPages.map((page) => page.split('/'));

const isParameter = (part: string): part is `[${keyof typeof parameters}]` => /^\[\w+\]$/.test(part);

function fits(part: string, text: string): boolean {
  if (!isParameter(part)) return part === text;
  return parameters[part.slice(1, -1) as keyof typeof parameters](decodeURIComponent(text));
}

/** Whether the address of a page, encoded and without its query, is one of a page that is the same for everybody. */
export function isKeptPage(pathname: string): boolean {
  const texts = pathname.split('/');
  return patterns.some(
    (parts) => parts.length === texts.length && parts.every((part, at) => fits(part, texts[at] ?? '')),
  );
}

/**
 * Whether a page of the shop can stand at an address. An address that fits no page is answered without rendering
 * anything for it; one that fits may still name a product or a person that does not exist.
 *
 * @param pathname the path, encoded, as `readPath` can decode it
 */
export const isPage = (pathname: string): boolean => isKeptPage(pathname) || isRequestPage(pathname);

import { cut } from '../cut';
import { textFromBase64, toBase64Url } from './base64url';

/**
 * Encodes text as one path segment: the only place where names and searches become part of an address. A lone surrogate
 * becomes U+FFFD. `.` and `..` cannot be segments, and Next.js strips `.rsc` from addresses, so these get a trailing
 * space, which readers trim.
 */
export const toSegment = (text: string): string => {
  const whole = text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  return encodeURIComponent(/^\.{1,2}$|\.rsc$/.test(whole) ? `${whole} ` : whole);
};

/** The address of a creator's public profile. */
export const creatorPath = (displayName: string): string => `/account/${toSegment(displayName)}`;

/** The address of a public post. */
export const postPath = (id: string): string => `/post/${id}`;

/** The address of a post for its audience, with a sign-in. */
export const ownPostPath = (id: string): string => `/profile/post/${id}`;

/** The address of the review step of a product's form. */
export const reviewPath = (slug: string): string => `/edit/${slug}?paso=revision`;

/** The address of search results, with the text cut to the searched length; the landing page for an empty text. */
export function searchPath(text: string): string {
  const query = searchText(text);
  return query === '' ? '/search' : `/search/${toSegment(query)}`;
}

/** The most characters of a search. */
export const maxSearchLength = 80;

/** The searched part of a text: trimmed, and cut to `maxSearchLength`. */
export const searchText = (text: string): string => cut(text.trim(), maxSearchLength).trim();

/**
 * Encodes text as one segment of letters, digits, `-` and `_`. The middleware passes a search to its page in this form,
 * because routers decode and split segments at dots, slashes and percent signs.
 */
export const packSegment = (text: string): string => `q${toBase64Url(new TextEncoder().encode(text))}`;

/** Decodes a packed segment; empty for any other text. */
export function unpackSegment(segment: string): string {
  if (!/^q[\w-]*$/.test(segment)) return '';
  try {
    return textFromBase64(segment.slice(1));
  } catch {
    return '';
  }
}

const searchRoot = '/search/';

/** The search text of a public path, or null for other pages. */
export const textOfSearchPath = (pathname: string): string | null =>
  pathname.startsWith(searchRoot) ? searchText(fromSegment(pathname.slice(searchRoot.length))) : null;

/** The path that a page's route receives: a search is packed. */
export function routePath(pathname: string): string {
  const text = textOfSearchPath(pathname);
  return text === null ? pathname : `${searchRoot}${packSegment(text)}`;
}

/**
 * Decodes a dynamic segment: the only place that reads segments with free text. Next.js passes the segment encoded to a
 * page and decoded to `generateMetadata`. Decoding twice is safe, because no name contains a percent sign followed by
 * two hexadecimal digits (`problema_nombre` in SQL).
 */
export function fromSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return segment.trim();
  }
}

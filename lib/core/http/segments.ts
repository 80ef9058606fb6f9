import { textFromBase64, toBase64Url } from './base64url';

/**
 * Encodes any text as one segment of a path: the only place where a name or a search becomes part of an address. A lone
 * surrogate cannot be encoded in UTF-8 and becomes U+FFFD. `.` and `..` cannot be segments in any encoding, and Next.js
 * cuts `.rsc` off the end of an address, so these get a space, which everything that reads a segment trims.
 */
export const toSegment = (text: string): string => {
  const whole = text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  return encodeURIComponent(/^\.{1,2}$|\.rsc$/.test(whole) ? `${whole} ` : whole);
};

/** The address of a creator's public profile. */
export const creatorPath = (displayName: string): string => `/account/${toSegment(displayName)}`;

/** The address of the step of a product's form that shows its review: reasons, messages and where it stands. */
export const reviewPath = (slug: string): string => `/edit/${slug}?paso=revision`;

/** The address of the results for a search, cut to the length that is searched; the landing page for an empty one. */
export function searchPath(text: string): string {
  const query = searchText(text);
  return query === '' ? '/search' : `/search/${toSegment(query)}`;
}

/** How many characters of a text are searched for. */
export const maxSearchLength = 80;

/** The part of a text that is searched for: its first characters, trimmed. */
export const searchText = (text: string): string => [...text.trim()].slice(0, maxSearchLength).join('').trim();

/**
 * Packs any text into one segment of letters, digits, `-` and `_`. Routers decode, split and cut addresses at dots,
 * slashes and percent signs; the gates hand a search to its page in this form, in which there is nothing to take apart.
 */
export const packSegment = (text: string): string => `q${toBase64Url(new TextEncoder().encode(text))}`;

/** The text of a packed segment; an empty one for anything else. */
export function unpackSegment(segment: string): string {
  if (!/^q[\w-]*$/.test(segment)) return '';
  try {
    return textFromBase64(segment.slice(1));
  } catch {
    return '';
  }
}

const searchRoot = '/search/';

/** The text that is searched for at a public path, or null at any other page. */
export const textOfSearchPath = (pathname: string): string | null =>
  pathname.startsWith(searchRoot) ? searchText(fromSegment(pathname.slice(searchRoot.length))) : null;

/** The path of a page as its route reads it: a search is packed. */
export function routePath(pathname: string): string {
  const text = textOfSearchPath(pathname);
  return text === null ? pathname : `${searchRoot}${packSegment(text)}`;
}

/**
 * Decodes the dynamic segment of a route once: the only place that reads segments with free text. Next.js gives a page
 * the segment encoded, and `generateMetadata` the same one decoded. Decoding both is safe: no name may contain a
 * percent sign followed by two hexadecimal digits (see the database function `problema_nombre`).
 */
export function fromSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return segment.trim();
  }
}

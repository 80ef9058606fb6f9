/**
 * Encodes any text as one segment of a path: the only place where a name or a search becomes part of an address. A lone
 * surrogate cannot be encoded in UTF-8 and becomes U+FFFD. `.` and `..` cannot be segments in any encoding, so they get
 * a space, which everything that reads a segment trims.
 */
export const toSegment = (text: string): string =>
  encodeURIComponent(/^\.{1,2}$/.test(text) ? `${text} ` : text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));

/** The address of a creator's public profile. */
export const creatorPath = (displayName: string): string => `/account/${toSegment(displayName)}`;

/** The address of the results for a search, cut to the length that is searched; the landing page for an empty one. */
export function searchPath(text: string): string {
  const query = searchText(text);
  return query === '' ? '/search' : `/search/${toSegment(query)}`;
}

const maxSearchLength = 80;

/** The part of a text that is searched for: its first 80 characters, trimmed. */
export const searchText = (text: string): string => [...text.trim()].slice(0, maxSearchLength).join('').trim();

/**
 * Decodes the dynamic segment of a route once: the only place that reads segments with free text. Next.js gives a page
 * the segment encoded, and `generateMetadata` the same one decoded. Decoding both is safe: no name may contain a
 * percent sign followed by two hexadecimal digits (see the database function `problema_nombre`), and for a search such
 * a text only changes the title of its page.
 */
export function fromSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return segment.trim();
  }
}

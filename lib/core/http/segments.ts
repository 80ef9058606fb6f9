/**
 * One segment of a path, made of any text: the only place where a name or a query becomes a part of an address.
 * A lone half of a surrogate pair has no UTF-8 and becomes U+FFFD. `.` and `..` cannot be segments, whatever their
 * encoding: they get a space, which every reader of a segment trims.
 */
export const toSegment = (text: string): string =>
  encodeURIComponent(/^\.{1,2}$/.test(text) ? `${text} ` : text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));

/** The address of a creator's public profile. */
export const creatorPath = (displayName: string): string => `/account/${toSegment(displayName)}`;

/** The address of the results for a text, without what is too long to be looked for; the landing page for no text. */
export function searchPath(text: string): string {
  const query = searchText(text);
  return query === '' ? '/search' : `/search/${toSegment(query)}`;
}

const maxSearchLength = 80;

/** What of a text is looked for: its first 80 characters, trimmed. */
export const searchText = (text: string): string => [...text.trim()].slice(0, maxSearchLength).join('').trim();

/**
 * The text of a dynamic segment of a route, decoded once: the only place that reads one which may hold any text. Next.js
 * hands a page the segment as it stands in the address, and `generateMetadata` the same decoded already. The two cannot
 * be mistaken for each other where it matters: no name holds a percent sign with two hexadecimal digits behind it (see
 * the function `problema_nombre`), and a search for such a text is only named in another way in the title of its page.
 */
export function fromSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return segment.trim();
  }
}

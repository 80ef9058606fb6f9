import { plain } from '@/lib/core/plain';

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The words of a search that may be indexed. Anybody can link to any search, and its page shows the text, so all its
 * words must occur in the name of one product, which a moderator has read. A search that finds a single product would
 * duplicate its page.
 *
 * @param names of the found products
 * @returns the normalised words; null if the page must not be indexed
 */
export function foundBy(text: string, names: string[]): string | null {
  const words = wordsOf(text);
  if (words.length === 0 || names.length < 2) return null;
  const isOwn = names.some((name) => {
    const own = new Set(wordsOf(name));
    return words.every((word) => own.has(word));
  });
  return isOwn ? words.join(' ') : null;
}

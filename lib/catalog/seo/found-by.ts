import { plain } from '@/lib/core/plain';

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The words by which search engines may find the results of a search. Anybody can link to any search, and its page shows
 * the text: so all of its words have to stand in the name of one product, which a moderator has read. The page of a
 * search that finds a single product would only repeat that of the product.
 *
 * @param names of the products that were found
 * @returns the words in small letters, without accents and signs; null if nobody is to find it
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

import { graphemes } from './graphemes';

/**
 * The beginning of a text, cut between graphemes, never within one: half an emoji is not valid text, and PostgreSQL
 * refuses it.
 *
 * @param most in UTF-16 units, like `length`; the result is not longer in any other count of characters
 */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { index, segment } of graphemes.segment(text)) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

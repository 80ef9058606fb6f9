import type { Bug } from '../../tests/sensitivity/bug.ts';

/**
 * The function of the database that a mistake is made in, as a statement that puts it in the place of the sound one: much
 * cheaper than a database made anew.
 *
 * @param source the schema file without the mistake
 * @returns null where the mistake is not, or not only, in the body of one function
 */
export function changedFunction({ find, replace }: Bug, source: string): string | null {
  const place = source.indexOf(find);
  const begin = source.lastIndexOf('\ncreate function ', place) + 1;
  const end = source.indexOf('\n$$;\n', begin) + '\n$$;\n'.length;
  const text = source.slice(begin, end);
  const body = text.indexOf(' as $$\n');
  const isInside = begin > 0 && body > 0 && place >= begin + body && place + find.length <= end - '$$;\n'.length;
  if (!isInside) return null;
  return text.replace(find, () => replace).replace('create function', 'create or replace function');
}

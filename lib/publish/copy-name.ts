/**
 * The name of a copy, such as "Oro (copia)": within a length, and different from the taken names.
 *
 * @param word the word for a copy in the name's language
 * @param longest maximum of characters
 */
export function copyName(name: string, word: string, longest: number, taken: string[] = []): string {
  const letters = [...name.trim()];
  if (letters.length === 0) return '';
  const known = new Set(taken.map((other) => other.trim().toLowerCase()));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? ` (${word})` : ` (${word} ${number})`;
    const kept = [...letters];
    while (kept.join('').length + suffix.length > longest) kept.pop();
    const copy = `${kept.join('').trimEnd()}${suffix}`;
    if (!known.has(copy.toLowerCase())) return copy;
  }
}

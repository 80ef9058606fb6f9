import { cut } from '@/lib/core/cut';
import { draftLimits } from './types';

/** A target of a file: an edition with its names. */
export type FileTarget = { key: string; names: string[] };

/** The target of a file for the product itself; the empty key means no target. */
export const productTarget = 'product';

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
const wordsOf = (text: string) =>
  plain(text)
    .toLowerCase()
    .match(/\d+(?:\.\d+)*|\p{L}+/gu) ?? [];
/** Words that do not identify an edition. */
const common = new Set(['edicion', 'edition', 'version', 'para', 'for', 'de', 'of', 'la', 'the', 'el']);

/** Words of a file's name without its extension; those in camel case whole, in parts, and two parts together. */
function fileWords(name: string): string[] {
  const stem = name.replace(/\.\w+$/, '');
  const parts = wordsOf(stem.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  const pairs = parts.flatMap((part, at) => (at > 0 ? [`${parts[at - 1]}${part}`] : []));
  return [...wordsOf(stem), ...parts, ...pairs];
}

/** True if a word of an edition is in a file's name: `1.20` is in `1.20.4`, but not in `1.2` or `1.201`. */
const isIn = (word: string, known: string[]) =>
  known.some((other) => other === word || (/^\d/.test(word) && other.startsWith(`${word}.`)));

/** Rates how well a file's name matches an edition: the letters of the matching words, more if all match; 0 if none. */
function rank(known: string[], { names }: FileTarget): number {
  return Math.max(
    0,
    ...names.map((name) => {
      const words = wordsOf(name).filter((word) => !common.has(word));
      const found = words.filter((word) => isIn(word, known));
      return found.join('').length + (found.length > 0 && found.length === words.length ? 1000 : 0);
    }),
  );
}

/**
 * Proposes the targets of files by their names: each goes to the edition that its name matches best, and a single
 * remaining file that matches none to the product. A target gets one file.
 *
 * @returns for each file the key of an edition, `productTarget`, or an empty text if its name does not decide it
 */
export function assignFiles(files: string[], editions: FileTarget[]): string[] {
  const places = files.map(() => '');
  const known = files.map(fileWords);
  const ranks = known.flatMap((words, file) =>
    editions.map((edition) => ({ file, edition, rank: rank(words, edition) })),
  );
  const isBest = (one: (typeof ranks)[number]) =>
    !ranks.some((other) => other !== one && other.file === one.file && other.rank >= one.rank);
  const taken = new Set<string>();
  const matches = ranks.filter((one) => one.rank > 0);
  for (const { file, edition } of matches.filter(isBest).toSorted((one, other) => other.rank - one.rank)) {
    if (taken.has(edition.key)) continue;
    taken.add(edition.key);
    places[file] = edition.key;
  }
  const others = files.map((_name, file) => file).filter((file) => !matches.some((one) => one.file === file));
  const [only, ...more] = others;
  if (only !== undefined && more.length === 0) places[only] = productTarget;
  return places;
}

/**
 * The name of a new edition for a file: the file's name without its extension, and without the words of the product's.
 *
 * @param taken names of the product's editions
 * @returns an empty text if no unused name is left
 */
export function editionNameOf(file: string, product: string, taken: string[]): string {
  const own = new Set(wordsOf(product));
  const words = file
    .replace(/\.\w+$/, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[\s_\-+()[\]]+/)
    .filter((word) => word !== '' && !own.has(plain(word).toLowerCase()));
  const name = cut(words.join(' '), draftLimits.editionName).trim();
  const named = name.charAt(0).toUpperCase() + name.slice(1);
  return taken.some((other) => other.trim().toLowerCase() === named.toLowerCase()) ? '' : named;
}

import type { Rating } from './rating';

/** Minimum number of ratings for an average in lists, as in the database (`productos.puntuacion`). */
const fewestRatings = 3;

/** The minimum number of buyers that a list shows, and the steps above it. */
const buyerSteps = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000];

/** The rating that a card shows; null below three ratings. */
export const cardRating = (average: number | null, count: number): Rating | null =>
  average === null || count < fewestRatings ? null : { average, count };

/** A number of buyers, rounded down to a step; null below the first one. */
export const buyersAtLeast = (buyers: number): number | null => buyerSteps.findLast((step) => step <= buyers) ?? null;

const numbersOf = (version: string) => version.split('.').map(Number);

/** Compares versions of the game by their numbers. */
function compareVersions(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at === -1 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
}

/** The lowest and highest of some versions of the game, such as `1.16 – 1.21.4`; null without any. */
export function versionSpan(versions: readonly string[]): string | null {
  const sorted = [...versions].sort(compareVersions);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return null;
  return first === last ? first : `${first} – ${last}`;
}

import { createHash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export type Random = {
  /** A whole number from `low` to `high`, both included. */
  int: (low: number, high: number) => number;
  chance: (percent: number) => boolean;
  pick: <Item>(items: readonly Item[]) => Item;
  /** One of the names, as often as its weight says. */
  weighted: <Name extends string>(weights: Record<Name, number>) => Name;
  uuid: () => string;
};

/**
 * Numbers that follow from the seed alone. Each stream has its own, so that what one client draws does not depend on
 * how fast another one is.
 */
export function createRandom(seed: number, stream: string): Random {
  const start = createHash('sha256').update(`${seed} ${stream}`).digest().readInt32BE();
  const generator = xoroshiro128plus(start);
  const int = (low: number, high: number) => uniformInt(generator, low, high);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[int(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
  return {
    int,
    chance: (percent) => int(1, 100) <= percent,
    pick,
    weighted: (weights) => {
      const names = Object.keys(weights) as Array<keyof typeof weights>;
      let left = int(
        1,
        Object.values<number>(weights).reduce((sum, weight) => sum + weight, 0),
      );
      const found = names.find((name) => {
        left -= weights[name];
        return left <= 0;
      });
      return found ?? pick(names);
    },
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => int(0, 15).toString(16)).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}

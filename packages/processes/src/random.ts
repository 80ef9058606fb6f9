import { createHash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export type Random = {
  /** An integer from `low` to `high`, inclusive. */
  int: (low: number, high: number) => number;
  chance: (percent: number) => boolean;
  pick: <Item>(items: readonly Item[]) => Item;
  /** A random name, by weight. */
  weighted: <Name extends string>(weights: Record<Name, number>) => Name;
  uuid: () => string;
};

/**
 * A pseudo-random stream derived from the seed. Each client has its own, so that the speed of one does not change the
 * numbers of another.
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

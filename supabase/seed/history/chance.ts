/** Chance that falls the same way every time, so that every demo shop has the same past. */
export type Chance = ReturnType<typeof chanceFrom>;

/** @param seed any whole number (mulberry32) */
export function chanceFrom(seed: number) {
  let state = seed;
  /** At least 0, less than 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (below: number) => Math.floor(next() * below);
  function pick<T>(list: readonly T[]): T {
    const found = list[whole(list.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }
  function weighted<T>(list: readonly T[], weight: (one: T) => number): T {
    let left = next() * list.reduce((sum, one) => sum + weight(one), 0);
    for (const one of list) {
      left -= weight(one);
      if (left < 0) return one;
    }
    return pick(list);
  }
  return { next, whole, pick, weighted, isLucky: (probability: number) => next() < probability };
}

export type Random = {
  next: () => number;
  between: (low: number, high: number) => number;
  whole: (low: number, high: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
};

/** A repeatable source of chance: the same name always paints the same picture. */
export function createRandom(name: string): Random {
  let state = 2_166_136_261;
  for (const character of name) state = Math.imul(state ^ character.charCodeAt(0), 16_777_619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  return {
    next,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
  };
}

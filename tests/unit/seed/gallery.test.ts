import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRandom } from '../../../supabase/seed/art/random.ts';
import { screenOf } from '../../../supabase/seed/art/screens.ts';
import { worldOf } from '../../../supabase/seed/art/worlds.ts';
import { products } from '../../../supabase/seed/data/index.ts';

const digest = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const indexes = [0, 1, 2, 3];

/** What a picture shows, without the ids of gradients, which count on. */
function shown(product: (typeof products)[number], index: number): string {
  const canvas = { width: 1280, height: 720, hue: product.hue, random: createRandom(`${product.slug}:${index}`) };
  const { world, drawing } = screenOf(product, index, canvas);
  return `${JSON.stringify(world)} ${drawing.replace(/\bg\d+\b/g, 'g')}`;
}

test('all pictures of the galleries are different', () => {
  const all = products.flatMap((product) => indexes.map((index) => digest(shown(product, index))));
  expect(new Set(all).size).toBe(products.length * 4);
});

test('every product has pictures of its own world, and painting is deterministic', () => {
  const worldsOf = (product: (typeof products)[number]) =>
    indexes.flatMap((index) => {
      const canvas = { width: 1280, height: 720, hue: product.hue, random: createRandom('a') };
      const { world } = screenOf(product, index, canvas);
      return world ? [digest(worldOf(world.scene, world.hue, createRandom(world.seed), 32, 18))] : [];
    });
  const some = products.filter((_, index) => index % 6 === 0);
  const worlds = some.map((product) => new Set(worldsOf(product)));
  for (const [index, own] of worlds.entries()) {
    expect(own.size, some[index]?.slug).toBeGreaterThanOrEqual(2);
    for (const world of own) expect(worlds.filter((others) => others.has(world))).toHaveLength(1);
  }
  const [first] = some;
  if (first) expect(new Set(worldsOf(first))).toEqual(worlds[0]);
});

import { expect, test } from 'vitest';
import { createRandom } from '../../../supabase/seed/art/random.ts';
import { painters } from '../../../supabase/seed/art/scenes.ts';
import { screenOf } from '../../../supabase/seed/art/screens.ts';
import type { Product, Scene } from '../../../supabase/seed/data/types.ts';

const canvas = (name: string) => ({ width: 1280, height: 720, hue: 200, random: createRandom(name) });
/** A drawing without its colours and places: what is drawn, one after the other. */
const shapesOf = (svg: string) => [...svg.matchAll(/<(\w+)/g)].map(([, tag]) => tag).join(' ');

test.each<Product['category']>(['plugin', 'serie', 'dlc', 'evento', 'uncoins'])(
  'the gallery of a %s shows neither its cover nor one picture twice',
  (category) => {
    for (const scene of Object.keys(painters) as Scene[]) {
      const seeds = [0, 1, 2, 3].map((index) => shapesOf(screenOf(category, index, canvas(`a:${index}`), scene)));
      expect(new Set([shapesOf(painters[scene](canvas('a'))), ...seeds]).size, scene).toBe(5);
    }
  },
);

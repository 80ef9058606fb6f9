import { expect, test } from 'vitest';
import { copyName } from '@/lib/publish/copy-name';

test.each([
  ['Oro', [], 'Oro (copia)'],
  ['Oro', ['Oro', 'oro (COPIA) '], 'Oro (copia 2)'],
  [' ', [], ''],
  ['Una edición que se llama muy largo', [], 'Una edición que se llama muy lar (copia)'],
  ['Una edición que se llama muy 🏰🏰🏰🏰', [], 'Una edición que se llama muy 🏰 (copia)'],
])('the name %j beside %j is copied as %j', (name, taken, copy) => {
  expect(copyName(name, 'copia', 40, taken)).toBe(copy);
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawSprite } from '@/scripts/tools/sprites';

const folder = join(import.meta.dirname, '../../../components/ui/icons');

test.each(['shop', 'desk'])('the sprite of %s matches its list', async (name) => {
  expect(await readFile(join(folder, `${name}.svg`), 'utf8')).toBe(await drawSprite(name));
});

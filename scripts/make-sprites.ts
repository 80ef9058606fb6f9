import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawSprite } from './tools/sprites.ts';

// Draws the files of components/ui/icons from the icons of Lucide: run it when an icon comes or goes.
for (const sprite of ['shop', 'desk']) {
  await writeFile(join(import.meta.dirname, `../components/ui/icons/${sprite}.svg`), await drawSprite(sprite));
}

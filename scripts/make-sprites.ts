import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawSprite } from './tools/sprites.ts';

// Generates the sprites of components/ui/icons from Lucide. Run it when an icon is added or removed.
for (const sprite of ['shop', 'desk']) {
  await writeFile(join(import.meta.dirname, `../components/ui/icons/${sprite}.svg`), await drawSprite(sprite));
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as lucide from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const folder = join(import.meta.dirname, '../../components/ui/icons');

/** Draws a sprite of the icons listed under the same name in `components/ui/icons`, by their names there. */
export async function drawSprite(sprite: string): Promise<string> {
  const listing = await readFile(join(folder, `${sprite}.ts`), 'utf8');
  const lines = listing.matchAll(/^export const (\w+) = icon\(\w+, '([\w-]+)'\);$/gm);
  const symbols = [...lines].map(([, component = '', name]) => {
    const [, shapes] = /^<svg[^>]*>(.*)<\/svg>$/s.exec(
      // biome-ignore lint/performance/noDynamicNamespaceImportAccess: runs by hand, and some names are older ones
      renderToStaticMarkup(createElement(lucide[component as 'Heart'])),
    ) ?? [undefined, ''];
    if (!shapes) throw new Error(`Lucide has no drawing of ${component}`);
    return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.replace(/><\/\w+>/g, '/>')}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${symbols.join('\n')}</svg>\n`;
}

import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nextInternals } from '@/.dependency-cruiser.mjs';

/** Without comments, in which types of Next.js may stand. */
const codeOf = (file: string) =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/^\s*\/\/.*$/gm, '');

it('only the listed files use undocumented parts of Next.js, and each still does', () => {
  const files = globSync('{{app,components,lib}/**/*,*}.{ts,tsx,mjs}').filter((file) =>
    /\bnext\/dist\b|\b__(?:NEXT|next)_/.test(codeOf(file)),
  );
  expect(files.sort()).toEqual(Object.keys(nextInternals).sort());
});

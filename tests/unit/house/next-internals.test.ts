import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nextInternals } from '@/.dependency-cruiser.mjs';

/** Without comments, in which types of Next.js may stand. */
const codeOf = (file: string) =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/^\s*\/\/.*$/gm, '');

const sources = '{ts,tsx,mjs}';
const product = globSync(`{{app,components,lib}/**/*,*}.${sources}`);
const others = globSync(`{{local,scripts,tests}/**/*,packages/*/{src,tests}/**/*}.${sources}`);

it('only the listed files use undocumented parts of Next.js, and each still does', () => {
  const files = [
    ...product.filter((file) => /\bnext\/dist\b|\b__(?:NEXT|next)_/.test(codeOf(file))),
    ...others.filter((file) => /\bfrom 'next\/dist\b/.test(codeOf(file))),
  ];
  expect(files.sort()).toEqual(Object.keys(nextInternals).sort());
});

import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// On narrow screens an implicit column would be as wide as its longest word and widen the page.
it('a grid with columns on wide screens only has one shrinking column on narrow ones', () => {
  const wide = globSync('{app,components}/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/"[^"\n]*"|'[^'\n]*'/g)]
      .map(([text]) => text)
      .filter((text) => /(?<![:\w-])grid(?![\w-])/.test(text) && /\b(?:sm|md|lg|xl):grid-cols-/.test(text))
      .filter((text) => !/(?<![:\w-])grid-cols-/.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(wide).toEqual([]);
});

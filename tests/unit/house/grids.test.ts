import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// On a narrow screen such a grid would have one column as wide as the longest word in it, and the page with it.
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

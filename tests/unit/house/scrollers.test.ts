import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// Text for screen readers is positioned. Unless the scroller is its container, it would widen the page.
it('horizontal scrollers contain their positioned children', () => {
  const scrollers = globSync('{app,components}/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/"[^"\n]*overflow-x-auto[^"\n]*"/g)].map(([text]) => ({ file, text })),
  );
  expect(scrollers.length).toBeGreaterThan(5);
  expect(scrollers.filter(({ text }) => !/(?<![:\w-])relative(?![\w-])/.test(text))).toEqual([]);
});

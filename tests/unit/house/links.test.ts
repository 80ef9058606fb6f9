import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isPage } from '@/lib/gates/pages';

/** The paths in `href` of a component, without those that begin with a variable or lead to no page. */
const pathsIn = (text: string) =>
  [...text.matchAll(/\bhref\b[=:] ?\{?['"`](\/(?!\$)[^'"`\s]*)/g)]
    .map(([, href = '']) => href.replaceAll(/\$\{[^}]*\}/g, 'x').split(/[?#]|\/?\$\{/)[0] ?? '')
    .filter((path) => !/^\/(?:api|auth)\/|\.\w+$/.test(path));

test('links of components lead to pages', () => {
  const found = globSync('{app,components}/**/*.tsx').flatMap((file) =>
    pathsIn(readFileSync(file, 'utf8')).map((path) => ({ file, path })),
  );
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter(({ path }) => !isPage(path))).toEqual([]);
});

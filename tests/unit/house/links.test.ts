import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isPage } from '@/lib/gates/pages';

const hrefs = /\bhref\b[=:] ?\{?['"`](\/(?!\$)[^'"`\s]*)/g;
const targets =
  /\b(?:fileRoute(?:<[^(]*>)?|redirect|seeOther|push|require(?:Me|Admin|Moderator))\(\s*['"`](\/(?!\$)[^'"`\s]*)/g;

/** The paths that a pattern finds, without those that begin with a variable or lead to no page. */
const pathsIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)]
    .map(([, href = '']) => href.replaceAll(/\$\{[^}]*\}/g, 'x').split(/[?#]|\/?\$\{/)[0] ?? '')
    .filter((path) => !/^\/(?:api|auth)\/|\.\w+$/.test(path));

const found = (files: string, pattern: RegExp) =>
  globSync(files).flatMap((file) =>
    pathsIn(readFileSync(file, 'utf8'), pattern).map((path) => ({ file, path, isPage: isPage(path) })),
  );

test('links of components lead to pages', () => {
  const links = found('{app,components}/**/*.tsx', hrefs);
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((link) => !link.isPage)).toEqual([]);
});

test('redirects, and files that cannot be made, lead to pages', () => {
  const redirects = found('{app,components,lib}/**/*.{ts,tsx}', targets);
  expect(redirects.length).toBeGreaterThan(80);
  expect(redirects.filter((redirect) => !redirect.isPage)).toEqual([]);
});

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('only actions and route handlers take the language of the request: a page has that of its address', () => {
  const files = globSync('{app,components,lib}/**/*.{ts,tsx}').filter((file) => file !== 'lib/core/i18n/server.ts');
  const users = files.filter((file) => readFileSync(file, 'utf8').includes('requestLocale'));
  expect(users.length).toBeGreaterThan(10);
  expect(users.filter((file) => !/(?:action|route|answer)\.ts$/.test(file))).toEqual([]);
});

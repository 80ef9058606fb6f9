import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listFiles, listNames, listPath, panelLists } from '@/components/admin/lists';
import { isRequestPage } from '@/lib/gates/request-pages';

const pages = join(import.meta.dirname, '../../../app/[locale]/(shop)');

it.each(listNames)('the list %s has a page, rendered for each request', (name) => {
  const path = listPath(name);
  expect(existsSync(join(pages, path, 'page.tsx'))).toBe(true);
  expect(isRequestPage(path)).toBe(true);
});

it.each(listNames)('the list %s can be filtered, and saved from its first column on', (name) => {
  const { choices, fileColumns } = panelLists[name];
  expect(choices.length).toBeGreaterThan(1);
  expect(new Set(choices).size).toBe(choices.length);
  expect(fileColumns.slice(0, 2)).toEqual(['id', 'momento']);
  expect(new Set(fileColumns).size).toBe(fileColumns.length);
});

it('gives every file a name of its own', () => {
  const names = listFiles.map(({ source }) => source);
  expect(names).toContain('reportes');
  expect(new Set(names).size).toBe(names.length);
});

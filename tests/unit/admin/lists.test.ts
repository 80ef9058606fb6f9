import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { listFiles, listPath, type PanelListName, panelLists } from '@/components/admin/lists';
import { defineList, type PanelList } from '@/components/panel/define-list';
import { isRequestPage } from '@/lib/gates/pages';

const pages = join(import.meta.dirname, '../../../app/[locale]/(shop)');
const listNames = Object.keys(panelLists) as PanelListName[];

it.each(listNames)('the list %s has a page, rendered for each request', (name) => {
  const path = listPath(name);
  expect(existsSync(join(pages, path, 'page.tsx'))).toBe(true);
  expect(isRequestPage(path)).toBe(true);
});

it.each(listNames)('the list %s can be filtered and exported from its first column', (name) => {
  const { choices, fileColumns } = panelLists[name];
  expect(choices.length).toBeGreaterThan(1);
  expect(new Set(choices).size).toBe(choices.length);
  expect(fileColumns.slice(0, 2)).toEqual(['id', 'momento']);
  expect(new Set(fileColumns).size).toBe(fileColumns.length);
});

it('every exported file has a unique name', () => {
  const names = listFiles.map(({ source }) => source);
  expect(names).toContain('reportes');
  expect(new Set(names).size).toBe(names.length);
});

it('a list without a required part does not compile', () => {
  const whole = {
    source: 'cosas',
    fileColumns: ['id'],
    row: z.object({ id: z.string(), size: z.enum(['small', 'large']) }),
    choices: ['small', 'large'] as const,
    view: async () => ({
      icon: null,
      searchLabel: '',
      choiceLabel: '',
      choiceName: (choice: 'small' | 'large') => choice,
      empty: '',
      failed: '',
      columns: [],
    }),
  };
  const { fileColumns, row, choices, view, ...rest } = whole;
  const lists: PanelList[] = [
    defineList(whole),
    // @ts-expect-error its file has no columns
    defineList({ ...rest, row, choices, view }),
    // @ts-expect-error nothing says what a row is
    defineList({ ...rest, fileColumns, choices, view }),
    // @ts-expect-error it has no filter
    defineList({ ...rest, fileColumns, row, view }),
    // @ts-expect-error it has no table
    defineList({ ...rest, fileColumns, row, choices }),
    // @ts-expect-error one of its filters has no name
    defineList({ ...whole, choices: ['small', 'huge'] }),
  ];
  expect(lists[0]).toMatchObject({ source: 'cosas', fileColumns: ['id'] });
});

import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { limits, type Windows } from '@/lib/core/limits/table';
import { pages } from '@/lib/gates/pages';
import { staysOpen, staysOpenApi } from '@/lib/gates/routes';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** What stands under a heading of the second order. */
const section = (path: string, heading: string) => read(path).split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

/** The cells of each row of a table, without its head. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\|(.*)\|$/gm)].slice(2).map(([, row = '']) => row.split('|').map((cell) => cell.trim()));

const namesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

test('the table of jobs has every chore, in its order', () => {
  const chores = [...read('lib/jobs/index.ts').matchAll(/\b([a-z]+): [a-z]+[A-Z]\w+(?=,$| })/gm)].map(
    ([, name]) => name,
  );
  const named = rowsOf(section('docs/architecture.md', 'Jobs')).map(([name = '']) => namesIn(name)[0]);
  expect(named).toEqual([...chores, 'pasada']);
});

const spans: Record<number, string> = { 60: 'a minute', 3600: 'an hour', 86400: 'a day' };
const scopes = {
  address: 'per address',
  network: 'per IPv6 site',
  device: 'per known browser',
  account: 'per account',
  shop: 'in all',
};

/** The limits of a kind in the words of the document. */
const inWords = (of: Partial<Record<keyof typeof scopes, Windows>>) =>
  Object.entries(scopes)
    .flatMap(([scope, words]) => {
      const windows = of[scope as keyof typeof scopes]?.map(
        ([times, seconds]) => `${times.toLocaleString('en-US')} ${spans[seconds] ?? `in ${seconds / 60} min`}`,
      );
      return windows ? [`${windows.join(' and ')} ${words}`] : [];
    })
    .join(', ');

describe('the table of limits', () => {
  const rows = rowsOf(section('docs/architecture.md', 'Limits')).map(([, kinds = '', shop = '']) => ({
    kinds: namesIn(kinds),
    shop,
  }));

  test('has every kind', () => {
    expect(rows.flatMap(({ kinds }) => kinds).sort()).toEqual(Object.keys(limits).sort());
  });

  test.each(Object.entries(limits))('says how often %s may be tried', (kind, of) => {
    expect(rows.find(({ kinds }) => kinds.includes(kind))?.shop.split('; ')).toContain(inWords(of));
  });
});

test('what is said to stay open while the shop is closed is what does', () => {
  const [sentence = ''] = /^While the shop is closed[^.]*\./m.exec(section('docs/architecture.md', 'Gates')) ?? [];
  const named = namesIn(sentence);
  const isNamed = (path: string) => named.some((name) => path === name || path.startsWith(`${name}/`));
  const routes = globSync('app/{api,auth}/**/route.ts', { cwd: root }).map((path) => dirname(path).slice('app'.length));
  expect(routes.filter((path) => staysOpenApi(path) !== isNamed(path))).toEqual([]);
  expect(Object.keys(pages).filter((path) => staysOpen(path) !== isNamed(path))).toEqual([]);
});

test('the glossary has every table of the database', () => {
  const named = namesIn(section('docs/glossary.md', 'Tables'));
  const tables = globSync('supabase/schemas/*.sql', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/^create (?:unlogged )?table public\.(\w+)/gm)].map(([, name = '']) => name),
  );
  expect(tables.length).toBeGreaterThan(50);
  expect(tables.filter((name) => !named.includes(name))).toEqual([]);
});

test('every kind of notification is told of', () => {
  const [, kinds = ''] =
    /create table public\.notificaciones \([\s\S]*?tipo in \(([^)]*)\)/.exec(
      read('supabase/schemas/26_notifications.sql'),
    ) ?? [];
  const named = namesIn(section('docs/behaviour/account.md', 'Notifications'));
  const unnamed = [...kinds.matchAll(/'(\w+)'/g)].map(([, kind]) => kind).filter((kind) => !named.includes(kind ?? ''));
  expect(kinds).not.toBe('');
  expect(unnamed).toEqual([]);
});

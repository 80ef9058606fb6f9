import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptBack } from '@/components/ui/i18n/client-messages';
import es from '@/messages/es.json';
import { root, walk } from '../import-graph';

const isFor = (where: string, file: string) => readFileSync(file, 'utf8').startsWith(`'use ${where}'`);
const browserFiles = new Set(
  globSync('{app,components}/**/*.tsx', { cwd: root })
    .map((file) => join(root, file))
    .filter((file) => isFor('client', file))
    .flatMap((file) => [...walk(file).files]),
);
const browserCode = [...browserFiles]
  .filter((file) => /\.tsx?$/.test(file) && !isFor('server', file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

test('server-only messages are used by no client code', () => {
  const kept = Object.values(keptBack).flat();
  const named = kept.filter((key) => new RegExp(`['"\`.]${key}['"\`.$]`).test(browserCode));
  expect(named).toEqual([]);
  // The search finds used keys.
  expect(browserCode).toMatch(/['"]addFavorite['"]/);
});

test('server-only messages exist in the catalogues', () => {
  for (const [namespace, keys] of Object.entries(keptBack))
    expect(Object.keys(es[namespace as keyof typeof es])).toEqual(expect.arrayContaining(keys));
});

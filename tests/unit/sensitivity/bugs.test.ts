import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changedFunction } from '../../../scripts/sensitivity/changed-function.ts';
import { isSql, makeMistake } from '../../sensitivity/bug.ts';
import { bugs } from '../../sensitivity/index.ts';

const root = join(import.meta.dirname, '../../..');

it('every mistake that the tests are tried with still fits the sources', async () => {
  const told = await Promise.all(bugs.map((bug) => makeMistake(bug).then(() => '', String)));
  expect(told.filter(Boolean)).toEqual([]);
});

it('has a name of its own, and tests that exist', async () => {
  expect(new Set(bugs.map(({ id }) => id)).size).toBe(bugs.length);
  expect(bugs.filter(({ id, tests }) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) || tests.length === 0)).toEqual([]);
  const files = bugs.flatMap(({ tests }) => tests);
  expect(files.filter((file) => !/^(?:tests\/(?:unit|db)|packages\/[^/]+\/tests)\/.+\.test\.tsx?$/.test(file))).toEqual(
    [],
  );
  await Promise.all(files.map((file) => access(join(root, file))));
});

it('a function that is changed alone is the one that the whole file would make', async () => {
  const changed = await Promise.all(
    bugs.filter(isSql).map(async (bug) => {
      const statement = changedFunction(bug, await readFile(join(root, bug.file), 'utf8'));
      if (statement === null) return 0;
      expect(statement.match(/^create (?:or replace )?function /gm), bug.id).toEqual(['create or replace function ']);
      expect(statement.endsWith('\n$$;\n'), bug.id).toBe(true);
      expect(await makeMistake(bug), bug.id).toContain(statement.replace('create or replace', 'create'));
      return 1;
    }),
  );
  expect(changed.filter(Boolean).length).toBeGreaterThan(changed.length / 2);
});

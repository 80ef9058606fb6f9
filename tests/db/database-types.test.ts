import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeTypes, typesFile } from '../../local/schema/types.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 1 });

test('the types are those of the database (`npm run types`)', async () => {
  expect(await makeTypes(db.url)).toBe(await readFile(typesFile, 'utf8'));
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actNames, actThings } from '@/lib/admin/acts';

const schemas = join(import.meta.dirname, '../../../supabase/schemas');
const file = (name: string) => readFile(join(schemas, name), 'utf8');
const sql = (await Promise.all((await readdir(schemas)).map(file))).join('\n');

/** A text, or the texts that a condition chooses from. */
const texts = String.raw`('\w+'|case when [^;]*? end)`;
const calls = [...sql.matchAll(new RegExp(String.raw`perform privado\.anotar\(\s*${texts},\s*${texts},`, 'g'))];
const named = (at: 1 | 2) =>
  new Set(calls.flatMap((call) => [...(call[at] ?? '').matchAll(/'(\w+)'/g)].map((m) => m[1])));

test('every act logged by the database has a name, and every name an act', () => {
  expect(calls).toHaveLength(sql.split('perform privado.anotar(').length - 1);
  expect([...named(1)].toSorted()).toEqual([...actNames].toSorted());
  expect([...named(2)].toSorted()).toEqual([...actThings].toSorted());
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unsaid } from '@/components/admin/act-changes';
import { actFields, actNames, actThings } from '@/lib/admin/acts';

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

/** The text of a call up to its closing parenthesis. */
function callFrom(start: number): string {
  let depth = 0;
  for (let at = start; at < sql.length; at += 1) {
    if (sql[at] === '(') depth += 1;
    if (sql[at] === ')') depth -= 1;
    if (depth === 0 && sql[at] === ')') return sql.slice(start, at);
  }
  throw new Error('an unclosed call');
}

test('every field that is logged by its name has a message', () => {
  const logged = calls.flatMap((call) =>
    callFrom(call.index + 'perform privado.anotar'.length)
      .split('jsonb_build_object(')
      .slice(1)
      .flatMap((values) => [...values.matchAll(/(?:^|,)\s*'(\w+)',\s/g)].map((found) => found[1] ?? '')),
  );
  const known: readonly string[] = [...actFields, ...unsaid];
  expect([...new Set(logged)].filter((field) => !known.includes(field)).toSorted()).toEqual([]);
});

import { expect, test } from 'vitest';
import { openDatabase } from './harness.ts';

const { sql } = await openDatabase();

type Function = { name: string; body: string; is_volatile: boolean };

// The hosted API calls functions that are not declared as volatile in a read-only transaction.
test('a function declared as read-only neither writes nor locks, and calls no function that does', async () => {
  const functions = await sql<Function[]>`
    select p.proname as name, lower(regexp_replace(p.prosrc, '--[^\n]*', '', 'g')) as body,
      p.provolatile = 'v' as is_volatile
    from pg_proc p where p.pronamespace::regnamespace::text in ('public', 'privado') and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
  const mayWrite = new Set(functions.filter((found) => found.is_volatile).map(({ name }) => name));
  const writes =
    /\b(?:insert\s+into|delete\s+from|update\s+[\w.]+\s+(?:\w+\s+)?set|for\s+(?:no\s+key\s+)?update|for\s+(?:key\s+)?share|nextval)\b/;
  const wrong = functions
    .filter((found) => !found.is_volatile)
    .flatMap(({ name, body }) => {
      const called = [...body.matchAll(/\b(\w+)\s*\(/g)]
        .map(([, other = '']) => other)
        .filter((other) => mayWrite.has(other));
      return writes.test(body) || called.length > 0 ? [`${name}: ${[...new Set(called)].join(', ') || 'writes'}`] : [];
    });
  expect(functions.length - mayWrite.size).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

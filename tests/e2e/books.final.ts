import { expect, test } from '@playwright/test';
import { database } from './support/database.ts';

test('every ledger invariant of the database holds after the whole test run', async () => {
  const checks =
    await database()`select nombre, cuenta::int as broken, ejemplos as examples from privado.invariantes()`;
  expect(checks.length).toBeGreaterThanOrEqual(30);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
});

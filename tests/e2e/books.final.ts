import { expect, test } from '@playwright/test';
import { findImbalances } from './support/balance.ts';
import { database } from './support/database.ts';

test('all ledgers balance after the whole test run', async () => {
  expect(await findImbalances()).toEqual([]);
});

test('every ledger invariant of the database holds after the whole test run', async () => {
  const checks =
    await database()`select nombre, cuenta::int as broken, ejemplos as examples from privado.invariantes()`;
  expect(checks.length).toBeGreaterThanOrEqual(30);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
});

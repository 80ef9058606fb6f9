import { expect, test } from '@playwright/test';
import { findImbalances } from './support/balance.ts';

test('the books of the whole shop balance', async () => {
  expect(await findImbalances()).toEqual([]);
});

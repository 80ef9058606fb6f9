import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

test('is not left alone', async () => {
  const file = join(process.env.TEST_RESULTS ?? '', 'beside');
  await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(true);
});

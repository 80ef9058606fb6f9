import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import { expect, test } from 'vitest';

test('the README names the API version of the pinned package for the endpoint', async () => {
  const readme = await readFile(join(import.meta.dirname, '../../../README.md'), 'utf8');
  expect(readme).toContain(`\`${Stripe.API_VERSION}\``);
});

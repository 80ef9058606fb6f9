import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import { expect, test } from 'vitest';

test('the way to production names the API version of the pinned package for the endpoint', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/production.md'), 'utf8');
  expect(guide).toContain(`\`${Stripe.API_VERSION}\``);
});

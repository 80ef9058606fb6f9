import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import { expect, test } from 'vitest';

test('the production guide names the pinned package’s API version for the endpoint', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/production.md'), 'utf8');
  expect(guide).toContain(`\`${Stripe.API_VERSION}\``);
});

/** @module-tag nightly */
import { expect, it } from 'vitest';
import { fingerprint } from '../../../local/shop/fingerprint.ts';

const environment = {
  SITE_URL: 'http://localhost:3000',
  SUPABASE_URL: 'http://127.0.0.1:54321',
  SMTP_URL: 'smtp://127.0.0.1:1025',
  SUPABASE_SECRET_KEY: 'sb_secret_x',
};

it('a build is reused on other ports, but not with other data', async () => {
  const [first, moved, other] = await Promise.all([
    fingerprint(environment),
    fingerprint({
      ...environment,
      SITE_URL: 'http://localhost:3001',
      SUPABASE_URL: 'http://127.0.0.1:54330',
      SMTP_URL: 'smtp://127.0.0.1:1026',
    }),
    fingerprint({ ...environment, SUPABASE_SECRET_KEY: 'sb_secret_y' }),
  ]);
  expect(moved).toBe(first);
  expect(other).not.toBe(first);
});

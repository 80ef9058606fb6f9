import { expect, test } from 'vitest';
import { hasBearerSecret } from '@/lib/core/security/secret';

const asks = (authorization?: string) =>
  hasBearerSecret(
    new Request('http://shop/api/cron', { headers: authorization ? { authorization } : {} }),
    'a-long-secret',
  );

test('the maintenance job accepts only the exact secret', () => {
  expect(asks('Bearer a-long-secret')).toBe(true);
  for (const wrong of [
    undefined,
    'Bearer',
    'Bearer ',
    'a-long-secret',
    'Bearer a-long-secre',
    'Bearer a-long-secrets',
    'Basic a-long-secret',
  ]) {
    expect(asks(wrong)).toBe(false);
  }
});

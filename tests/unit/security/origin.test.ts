import { afterAll, expect, it, vi } from 'vitest';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
afterAll(() => vi.unstubAllEnvs());

const asks = (origin?: string) =>
  isOwnOrigin(
    new Request('http://localhost:3000/api/visit', { method: 'POST', ...(origin && { headers: { origin } }) }),
  );

it("a write from the shop's own pages is accepted", () => {
  expect(asks('http://localhost:3000')).toBe(true);
});

it.each([
  undefined,
  'null',
  'https://localhost:3000',
  'http://localhost:3001',
  'http://localhost:3000.evil.example',
  'http://evil.example',
])('a write from %s is refused', (origin) => {
  expect(asks(origin)).toBe(false);
});

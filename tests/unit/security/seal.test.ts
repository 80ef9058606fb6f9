import { afterEach, expect, it, vi } from 'vitest';
import { seal, unseal } from '@/lib/security/seal';

vi.mock('@/lib/env', () => ({ env: () => ({ CRON_SECRET: 'ein-geheimnis' }) }));
afterEach(() => vi.useRealTimers());

it('opens what was sealed for the same purpose, in time, unchanged', () => {
  const sealed = seal('recovery', 'persona sesión', 60);
  expect(unseal('recovery', sealed)).toBe('persona sesión');
  expect(unseal('device', sealed)).toBeNull();
  expect(unseal('recovery', `${sealed.slice(0, -2)}AA`)).toBeNull();
  const [, signature] = sealed.split('.');
  const other = Buffer.from(`${Date.now() + 1e9} otra sesión`).toString('base64url');
  expect(unseal('recovery', `${other}.${signature}`)).toBeNull();
  for (const nonsense of ['', '.', 'a', 'a.b']) expect(unseal('recovery', nonsense)).toBeNull();
});

it('is nothing any more when its time is over', () => {
  vi.useFakeTimers();
  const sealed = seal('recovery', 'persona', 60);
  vi.advanceTimersByTime(60_001);
  expect(unseal('recovery', sealed)).toBeNull();
});

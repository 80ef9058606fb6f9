import { afterEach, expect, it, vi } from 'vitest';
import { sealText, unsealText } from '@/lib/core/security/sealed-text';

vi.mock('@/lib/core/env', () => ({ env: () => ({ CRON_SECRET: 'ein-geheimnis' }) }));
afterEach(() => vi.useRealTimers());

it('an unchanged sealed text is opened for the same purpose before its expiry', async () => {
  const sealed = await sealText('recovery', 'persona sesión', 60);
  expect(await unsealText('recovery', sealed)).toBe('persona sesión');
  expect(await unsealText('device', sealed)).toBeNull();
  expect(await unsealText('recovery', `${sealed.slice(0, -2)}AA`)).toBeNull();
  const [, signature] = sealed.split('.');
  const other = Buffer.from(`${Date.now() + 1e9} otra sesión`).toString('base64url');
  expect(await unsealText('recovery', `${other}.${signature}`)).toBeNull();
  for (const nonsense of ['', '.', 'a', 'a.b', `${sealed}.`, `%${sealed}`])
    expect(await unsealText('recovery', nonsense)).toBeNull();
});

it('a sealed text expires', async () => {
  vi.useFakeTimers();
  const sealed = await sealText('recovery', 'persona', 60);
  vi.advanceTimersByTime(60_001);
  expect(await unsealText('recovery', sealed)).toBeNull();
});

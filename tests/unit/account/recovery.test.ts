import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sealText } from '@/lib/core/security/sealed-text';
import { stubEnvironment } from '../environment.ts';

const shop = vi.hoisted(() => ({ session: 'one', kept: new Map<string, string>() }));
const tokenOf = (session: string) =>
  `x.${Buffer.from(JSON.stringify({ sub: 'ana', session_id: session })).toString('base64url')}.x`;
vi.mock('@/lib/core/supabase/server', () => {
  const session = () => (shop.session ? { access_token: tokenOf(shop.session) } : null);
  const claims = () => (shop.session ? { claims: { sub: 'ana', session_id: shop.session } } : null);
  const auth = {
    getSession: async () => ({ data: { session: session() } }),
    getClaims: async () => ({ data: claims(), error: null }),
    getUser: async () => ({ data: { user: shop.session ? { id: 'ana' } : null }, error: null }),
  };
  return { createRequestClient: async () => ({ auth }) };
});
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => (shop.kept.has(name) ? { value: shop.kept.get(name) } : undefined),
    set: (name: string, value: string) => void shop.kept.set(name, value),
  }),
}));
stubEnvironment();
const { closeRecovery, isRecovering, openRecovery } = await import('@/lib/account/sign-in/recovery');

beforeEach(() => Object.assign(shop, { session: 'one', kept: new Map() }));
afterEach(() => void vi.useRealTimers());
afterAll(() => vi.unstubAllEnvs());

it('only the session that a recovery link opened may set a password without the old one, until it has', async () => {
  expect(await isRecovering()).toBe(false);
  await openRecovery();
  expect(await isRecovering()).toBe(true);
  shop.session = 'two';
  expect(await isRecovering()).toBe(false);
  shop.session = '';
  expect(await isRecovering()).toBe(false);
  shop.session = 'one';
  await closeRecovery();
  expect(await isRecovering()).toBe(false);
});

it('a recovery needs a session', async () => {
  shop.session = '';
  await openRecovery();
  expect(shop.kept.size).toBe(0);
});

it('a recovery ends after a quarter of an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await openRecovery();
  vi.setSystemTime(Date.now() + 14 * 60_000);
  expect(await isRecovering()).toBe(true);
  vi.setSystemTime(Date.now() + 2 * 60_000);
  expect(await isRecovering()).toBe(false);
});

it('a note that is sealed for another purpose, or not sealed, opens no recovery', async () => {
  await openRecovery();
  const [name = ''] = shop.kept.keys();
  shop.kept.set(name, await sealText('device', 'ana one', 900));
  expect(await isRecovering()).toBe(false);
  shop.kept.set(name, 'ana one');
  expect(await isRecovering()).toBe(false);
});

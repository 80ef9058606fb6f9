import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
const { openHandover, sealHandover } = await import('@/lib/account/identity/handover');

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
afterAll(() => vi.unstubAllEnvs());

const row = { display_name: 'Ñandú 🎮', role: 'user' };
const sealed = async (found: Parameters<typeof sealHandover>[0] = { row }, token = 'token') =>
  (await sealHandover(found, token)) ?? '';

it('a page reads the sealed account of the middleware', async () => {
  expect(await openHandover(await sealed(), 'token')).toEqual({ row });
  expect(await openHandover(await sealed('unavailable', ''), '')).toBe('unavailable');
});

it('a sealed account fits into a header', async () => {
  expect(() => new Headers({ 'x-unstore-person': 'x' })).not.toThrow();
  const header = await sealed();
  expect(new Headers({ 'x-unstore-person': header }).get('x-unstore-person')).toBe(header);
});

it('a sealed account is valid for its session only', async () => {
  expect(await openHandover(await sealed(), 'another token')).toBeNull();
});

it('a sealed account is valid for ten seconds', async () => {
  const header = await sealed();
  vi.advanceTimersByTime(10_001);
  expect(await openHandover(header, 'token')).toBeNull();
});

it('a modified sealed account is refused', async () => {
  const [body = '', seal] = (await sealed()).split('.');
  const text = Buffer.from(body, 'base64url').toString();
  for (const other of [text.replace('user', 'admin'), text.replace(/^\d+/, (until) => `${Number(until) + 60_000}`)]) {
    expect(other).not.toBe(text);
    expect(await openHandover(`${Buffer.from(other).toString('base64url')}.${seal}`, 'token')).toBeNull();
  }
  for (const header of ['', '.', 'x', `${body}.%%`, `${body}.`]) expect(await openHandover(header, 'token')).toBeNull();
});

it('an account too long for a header is read by the page', async () => {
  expect(await sealHandover({ row: { favoritos: 'x'.repeat(50_000) } }, 'token')).toBeNull();
});

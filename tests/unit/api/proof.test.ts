import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';
import { openShop, shop } from '../shop-stub.ts';

stubEnvironment();

const seed = (digit: string) => digit.repeat(64);
const key = (id: string, desde: string) => ({ id, semilla: seed(id), desde });
const proven = { licenceId: 'licence-1', productId: 'product-1', instance: 'lobby' };
const now = new Date('2026-11-20T10:00:00Z');

let proofs: typeof import('@/lib/api/licences/proof');
beforeEach(async () => {
  openShop();
  vi.useFakeTimers({ now });
  vi.resetModules();
  proofs = await import('@/lib/api/licences/proof');
});
afterEach(() => void vi.useRealTimers());

const check = async (proof: string) => jwtVerify(proof, createLocalJWKSet(await proofs.publicKeys()));

test('a program checks a proof with the public keys, for seven days', async () => {
  shop.answers.claves_de_firma = [key('a', '2026-11-01T00:00:00Z')];
  const proof = await proofs.signProof(proven);
  const { payload, protectedHeader } = await check(proof);
  const seconds = now.getTime() / 1_000;
  expect(payload).toEqual({
    instance: 'lobby',
    iss: 'http://localhost:3000',
    aud: 'product-1',
    sub: 'licence-1',
    iat: seconds,
    exp: seconds + 7 * 86_400,
  });
  expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: 'a', typ: 'JWT' });
  vi.setSystemTime(now.getTime() + 8 * 86_400_000);
  await expect(check(proof)).rejects.toThrow('exp');
});

test('the public keys have no secret half', async () => {
  shop.answers.claves_de_firma = [key('a', '2026-11-01T00:00:00Z')];
  const { keys } = await proofs.publicKeys();
  const x = expect.stringMatching(/^[\w-]{43}$/);
  expect(keys).toEqual([{ kty: 'OKP', crv: 'Ed25519', x, kid: 'a', alg: 'EdDSA', use: 'sig' }]);
});

test('the next key is published before it signs', async () => {
  shop.answers.claves_de_firma = [key('b', '2026-11-21T10:00:00Z'), key('a', '2026-11-01T00:00:00Z')];
  expect((await check(await proofs.signProof(proven))).protectedHeader.kid).toBe('a');
  expect((await proofs.publicKeys()).keys.map(({ kid }) => kid)).toEqual(['b', 'a']);
  vi.setSystemTime(new Date('2026-11-21T10:00:00Z'));
  expect((await check(await proofs.signProof(proven))).protectedHeader.kid).toBe('b');
});

test('a first key signs at once', async () => {
  shop.answers.claves_de_firma = [key('b', '2026-11-21T10:00:00Z')];
  expect((await check(await proofs.signProof(proven))).protectedHeader.kid).toBe('b');
});

test('keys are read once an hour', async () => {
  shop.answers.claves_de_firma = [key('a', '2026-11-01T00:00:00Z')];
  await proofs.publicKeys();
  vi.setSystemTime(now.getTime() + 3_599_999);
  await proofs.publicKeys();
  expect(shop.calls).toHaveLength(1);
  vi.setSystemTime(now.getTime() + 3_600_000);
  await proofs.publicKeys();
  expect(shop.calls).toHaveLength(2);
});

test('without a key nothing is signed', async () => {
  shop.answers.claves_de_firma = [];
  await expect(proofs.signProof(proven)).rejects.toThrow('claves_de_firma');
});

import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { parseStoragePath } from '@/lib/storage/path';
import { startClamd } from '../../../scripts/tools/clamd.ts';
import { stubEnvironment } from '../environment.ts';

const mocks = vi.hoisted(() => ({
  fetchForShop: vi.fn(),
  rpc: vi.fn(),
  env: { CLAMD_URL: undefined as string | undefined },
}));
vi.mock('@/lib/storage/shop-link', () => ({ fetchForShop: mocks.fetchForShop }));
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => ({ rpc: mocks.rpc }) }));
vi.mock('@/lib/core/env', async (original) => ({ ...(await original<object>()), env: () => mocks.env }));
stubEnvironment();
const { inspectStored, signaturesNow } = await import('@/lib/safety/inspect');

const path = parseStoragePath('descargas/ana/1/archivo.jar');
if (!path) throw new Error('no path');
const stores = (bytes: Buffer) =>
  mocks.fetchForShop.mockImplementation(
    async () => new Response(new Uint8Array(bytes), { headers: { 'content-length': String(bytes.length) } }),
  );
const noted = () => mocks.rpc.mock.lastCall?.[1];
const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

beforeEach(() => {
  mocks.rpc.mockReset().mockImplementation(async (name, { p_resultado, p_hallazgo }) => ({
    data: name === 'analisis_conocido' ? null : { ok: true, limpio: p_resultado !== 'hallazgo', hallazgo: p_hallazgo },
    error: null,
    status: 200,
  }));
});
afterEach(() => {
  mocks.env.CLAMD_URL = undefined;
});

test('a file is hashed without a scanner, unless it is too large', async () => {
  const bytes = Buffer.alloc(100_000, 7);
  stores(bytes);
  expect(await signaturesNow()).toBeNull();
  expect(await inspectStored(path, null)).toEqual({ clean: true, finding: null });
  expect(noted()).toMatchObject({
    p_ruta: 'descargas/ana/1/archivo.jar',
    p_huella: sumOf(bytes),
    p_resultado: 'sin_analizar',
  });
  expect(await inspectStored(path, null, 99_999)).toBeNull();
});

test('a file scanned with the current signatures is not scanned again', async () => {
  mocks.rpc.mockResolvedValue({ data: { ok: true, limpio: false, hallazgo: 'X' }, error: null, status: 200 });
  mocks.fetchForShop.mockReset();
  expect(await inspectStored(path, 'v1')).toEqual({ clean: false, finding: 'X' });
  expect(mocks.fetchForShop).not.toHaveBeenCalled();
});

test('a file is not clean if the scanner or the storage does not respond', async () => {
  mocks.env.CLAMD_URL = 'tcp://127.0.0.1:1';
  stores(Buffer.from('x'));
  await expect(signaturesNow()).rejects.toThrow();
  await expect(inspectStored(path, 'v1')).rejects.toThrow();
  mocks.fetchForShop.mockResolvedValue(new Response(null, { status: 503 }));
  await expect(inspectStored(path, 'v1')).rejects.toThrow('503');
  expect(mocks.rpc.mock.calls.map(([name]) => name)).not.toContain('anotar_analisis');
});

test('ClamAV scans a stored file, and one above its limit is only hashed', {
  tags: 'nightly',
  timeout: 60_000,
}, async () => {
  const clamd = await startClamd(1);
  onTestFinished(clamd.stop);
  mocks.env.CLAMD_URL = clamd.url;
  const signatures = await signaturesNow();
  expect(signatures).toMatch(/^ClamAV /);
  stores(Buffer.from('UNSTORE-TEST-MALWARE'));
  expect(await inspectStored(path, signatures)).toEqual({ clean: false, finding: 'Unstore.Test.UNOFFICIAL' });
  expect(noted()).toMatchObject({ p_resultado: 'hallazgo', p_firmas: signatures });
  stores(Buffer.from('harmless'));
  expect(await inspectStored(path, signatures)).toEqual({ clean: true, finding: null });
  expect(noted()).toMatchObject({ p_resultado: 'limpio' });
  const large = Buffer.alloc(3 * 1024 ** 2, 'x');
  stores(large);
  expect(await inspectStored(path, signatures)).toMatchObject({ clean: true });
  expect(noted()).toMatchObject({ p_huella: sumOf(large), p_resultado: 'sin_analizar' });
});

import { beforeEach, expect, test, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

const mocks = vi.hoisted(() => ({ inspectStored: vi.fn(), rpc: vi.fn(), error: vi.fn() }));
vi.mock('@/lib/safety/inspect', () => ({ inspectStored: mocks.inspectStored, signaturesNow: async () => 'v1' }));
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => ({ rpc: mocks.rpc }) }));
vi.mock('@/lib/core/log', () => ({ log: { error: mocks.error, warn: vi.fn() } }));
stubEnvironment();
const { inspectFiles } = await import('@/lib/safety/chore');

const link = (name: string) => `descargas/ana/1/${name}.jar`;
const read = () => mocks.inspectStored.mock.calls.map(([path]) => path.name);

beforeEach(() => {
  for (const mock of Object.values(mocks)) mock.mockReset();
  mocks.rpc.mockImplementation(async (name) => ({
    data: name === 'archivos_por_analizar' ? ['a', 'b', 'c'].map(link) : { ok: true },
    error: null,
    status: 200,
  }));
  mocks.inspectStored.mockResolvedValue({ clean: true, finding: null });
});

test('the number of files that were read is returned', async () => {
  expect(await inspectFiles()).toBe(3);
});

test('a file that cannot be read does not keep the others from being read, and fails the chore', async () => {
  mocks.inspectStored.mockRejectedValueOnce(new Error('storage answered 503'));
  await expect(inspectFiles()).rejects.toThrow('1 of 3 files could not be read');
  expect(read()).toEqual(['a', 'b', 'c'].map((name) => `ana/1/${name}.jar`));
  expect(mocks.error).toHaveBeenCalledExactlyOnceWith(
    { link: link('a'), error: 'storage answered 503' },
    'a file was not scanned',
  );
  expect(mocks.rpc.mock.calls.slice(1)).toEqual([['anotar_analisis_fallido', { p_ruta: link('a') }]]);
});

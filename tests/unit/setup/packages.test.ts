import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { ensurePackages } from '@/scripts/tools/debian';
import { findPostgres15 } from '@/scripts/tools/postgres-15';

vi.mock('node:child_process', () => ({ spawnSync: vi.fn() }));
vi.mock('node:fs', async (original) => ({ ...(await original<object>()), existsSync: vi.fn() }));
afterEach(() => vi.restoreAllMocks());

it('a package that apt does not know does not keep the others from being installed', () => {
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  vi.mocked(existsSync).mockReturnValue(true);
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const installed = new Set<string>();
  // Like apt, it installs nothing if it does not know one of the names.
  vi.mocked(spawnSync).mockImplementation((_command, args) => {
    const names = (args as string[]).slice(1).filter((name) => !name.startsWith('-'));
    if (!names.includes('postgresql-15')) for (const name of names) installed.add(name);
    return {} as never;
  });
  const names = ['nginx-light', 'postgresql-15', 'redis-server'];
  ensurePackages(names.map((name) => ({ find: () => installed.has(name), name })));
  expect([...installed]).toEqual(['nginx-light', 'redis-server']);
  expect(warned.mock.calls).toEqual([['Install the package postgresql-15: the tests that need it will fail.']]);
});

it('PostgreSQL 15 of Homebrew is found', () => {
  vi.mocked(existsSync).mockImplementation((path) => String(path).startsWith('/opt/homebrew/opt/postgresql@15/bin'));
  expect(findPostgres15()).toBe('/opt/homebrew/opt/postgresql@15/bin');
});

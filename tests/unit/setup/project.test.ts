import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { readProject } from '@/scripts/setup/project';

const folder = await mkdtemp(join(tmpdir(), 'project-'));
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

const write = (name: string, url: string) =>
  writeFile(
    join(folder, name),
    `SUPABASE_URL=${url}\nSUPABASE_PUBLISHABLE_KEY=sb_publishable_x\nSUPABASE_SECRET_KEY=sb_secret_x\n`,
  );

it('a command acts on the project of the shop, and prints its address', async () => {
  const said = vi.spyOn(console, 'log').mockReturnValue();
  await write('.env', 'https://old.supabase.co');
  await write('.env.production.local', 'https://shop.supabase.co');
  await write('other.env', 'https://other.supabase.co');
  expect(readProject(undefined, folder).url).toBe('https://shop.supabase.co');
  expect(said).toHaveBeenCalledWith(expect.stringContaining('https://shop.supabase.co'));
  expect(readProject(join(folder, 'other.env'), folder).url).toBe('https://other.supabase.co');
  await rm(join(folder, '.env'));
  expect(readProject(undefined, folder).url).toBe('https://shop.supabase.co');
});

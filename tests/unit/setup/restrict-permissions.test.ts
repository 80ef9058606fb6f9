import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';

const refusal = vi.hoisted(() => ({ code: '' }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  const change: typeof original.chmod = async (path, mode) => {
    if (refusal.code) throw Object.assign(new Error('refused'), refusal);
    await original.chmod(path, mode);
  };
  return { ...original, chmod: vi.fn(change) };
});
const { restrictPermissions } = await import('@/scripts/tools/restrict-permissions');

const folder = await mkdtemp(join(tmpdir(), 'close-'));
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  refusal.code = '';
  vi.mocked(chmod).mockClear();
});

it.each([
  [0o755, 0o750],
  [0o2775, 0o2770],
  [0o701, 0o700],
])('others lose their rights, and the group keeps its own (%o)', async (before, after) => {
  await chmod(folder, before);
  await restrictPermissions(folder);
  expect((await stat(folder)).mode & 0o7777).toBe(after);
});

it('what others have no rights to is left as it is', async () => {
  await chmod(folder, 0o770);
  vi.mocked(chmod).mockClear();
  refusal.code = 'EPERM';
  await restrictPermissions(folder);
  expect(chmod).not.toHaveBeenCalled();
});

it("somebody else's folder causes a warning, and any other failure an error", async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  await chmod(folder, 0o755);
  refusal.code = 'EPERM';
  await restrictPermissions(folder);
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(folder));
  refusal.code = 'EROFS';
  await expect(restrictPermissions(folder)).rejects.toThrow('refused');
});

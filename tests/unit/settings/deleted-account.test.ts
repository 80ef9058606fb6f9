import { expect, it, vi } from 'vitest';
import type { Me } from '@/lib/account/types';

const info = vi.hoisted(() => vi.fn());
const answer = vi.hoisted(() => ({ ok: true }) as Record<string, unknown>);

vi.mock('@/lib/core/log', () => ({ log: { info } }));
vi.mock('@/lib/core/cache/stale', () => ({ makeStale: () => undefined }));
vi.mock('@/lib/storage/sweep', () => ({ sweepPictures: async () => undefined }));
vi.mock('next/server', () => ({ after: () => undefined }));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => ({
    rpc: async () => ({ data: answer, error: null, status: 200 }),
    auth: { signOut: async () => undefined },
  }),
}));
const { deleteAccount } = await import('@/lib/account/settings/server');

const me = { id: 'me-1', displayName: 'Ana' } as Me;

it('a deleted account is in the log with its id, so that it can be erased again after a restore', async () => {
  Object.assign(answer, { ok: false, error: 'contrasena_incorrecta' });
  expect(await deleteAccount(me, 'wrong')).toMatchObject({ ok: false });
  expect(info).not.toHaveBeenCalled();
  Object.assign(answer, { ok: true });
  expect(await deleteAccount(me, 'right')).toMatchObject({ ok: true });
  expect(info).toHaveBeenCalledWith({ user: 'me-1' }, 'an account was deleted');
});

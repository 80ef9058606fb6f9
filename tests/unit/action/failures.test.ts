import sharp from 'sharp';
import { beforeEach, expect, it, vi } from 'vitest';
import { changeSwitch } from '@/lib/admin/action';
import { fail } from '@/lib/core/action/result';
import { setFavorite } from '@/lib/creators/social/server';
import { writeToReview } from '@/lib/publish/action';
import { beginUpload } from '@/lib/publish/files';
import { storePicture } from '@/lib/publish/pictures';

const log = vi.hoisted(() => vi.fn());
const away = { data: null, error: { message: 'the database is away' } };

vi.mock('@/lib/core/log', () => ({ log: { error: log } }));
vi.mock('@/lib/core/security/seal', () => ({ seal: async () => 'sealed' }));
vi.mock('@/lib/account/server', () => ({ getMe: async () => ({ id: 'me-1', role: 'admin', secondFactor: 'shown' }) }));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => ({ rpc: async () => away, from: () => ({ insert: async () => away }) }),
}));

beforeEach(() => log.mockClear());

const id = '00000000-0000-4000-8000-000000000001';

it.each([
  ['changeSwitch', () => changeSwitch('status_down', true), 'cambiar_ajuste failed: the database is away'],
  ['writeToReview', () => writeToReview(id, 'hola'), 'comentar_revision failed: the database is away'],
])('a failure of %s is returned and logged', async (action, call, error) => {
  expect(await call()).toEqual(fail('failed'));
  expect(log).toHaveBeenCalledExactlyOnceWith({ action, user: 'me-1', error }, 'an action failed');
});

it('an upload that could not be signed is logged', async () => {
  expect(await beginUpload('mundo.zip', 10)).toEqual(fail('failed'));
  expect(log).toHaveBeenCalledExactlyOnceWith(
    { error: 'permitir_subida failed: the database is away' },
    'an upload was not permitted',
  );
});

it('a picture that could not be stored is logged', async () => {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  expect(await storePicture(id, 'cover', picture)).toMatchObject({ ok: false, error: 'uploadFailed' });
  expect(log).toHaveBeenCalledExactlyOnceWith(
    { error: 'permitir_imagen failed: the database is away' },
    'a picture was not permitted',
  );
});

it('a favourite that could not be saved is a failure, not a refusal', async () => {
  await expect(setFavorite('me-1', id, true)).rejects.toThrow('the database is away');
});

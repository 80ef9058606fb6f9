import { beforeEach, expect, test, vi } from 'vitest';
import { tags } from '@/lib/core/cache/tags';
import messages from '@/messages/es.json';

const asked = vi.hoisted(() => [] as Array<Record<string, unknown>>);
const shop = vi.hoisted(() => ({ answer: {} as object, name: null as string | null, stale: [] as unknown[] }));
vi.mock('@/lib/account/server', () => {
  const getMe = async () => ({ id: 'me-1', role: 'admin', secondFactor: 'shown' });
  return { getMe, getMeOrBanned: getMe };
});
vi.mock('@/lib/core/limits', () => ({ takeAttempt: async () => 0 }));
vi.mock('@/lib/core/i18n/server', () => ({ requestLocale: async () => 'es' }));
vi.mock('@/lib/club/cancellations', () => ({ finishClubCancellations: () => undefined }));
vi.mock('next/cache', () => ({
  revalidatePath: () => undefined,
  revalidateTag: (tag: string) => void shop.stale.push(tag),
}));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => {
    const chain = {
      select: () => chain,
      eq: () => chain,
      maybeSingle: async () => ({ data: shop.name && { display_name: shop.name }, error: null, status: 200 }),
    };
    return {
      rpc: async (_name: string, given: Record<string, unknown>) => {
        asked.push(given);
        return { data: shop.answer, error: null };
      },
      from: () => chain,
    };
  },
}));

const { editUser } = await import('@/lib/admin/user-action');
const edit = (uncoins: string) =>
  editUser({
    id: '00000000-0000-4000-8000-000000000001',
    edit: { base: { uncoins: '7' }, changes: { uncoins } },
    reason: 'Compensación',
  });

beforeEach(() => {
  asked.length = 0;
  Object.assign(shop, { answer: { ok: true }, name: null, stale: [] });
});

test.each(['-1', '1,5', 'mil', '', '1000001'])(
  'a balance of «%s» UnCoins is refused in words that name it',
  async (typed) => {
    expect(await edit(typed)).toMatchObject({ ok: false, error: 'uncoins_no_validos' });
    expect(messages.admin.user.errors).toHaveProperty('uncoins_no_validos');
    expect(asked).toEqual([]);
  },
);

test('a pasted balance is read without its spaces', async () => {
  expect(await edit(' 500 ')).toMatchObject({ ok: true });
  expect(asked[0]).toMatchObject({ p_base: { uncoins: 7 }, p_cambios: { uncoins: 500 } });
});

const rename = (displayName: string, reason = 'A petición suya') =>
  editUser({
    id: '00000000-0000-4000-8000-000000000001',
    edit: { base: { displayName: 'Ana' }, changes: { displayName } },
    reason,
  });

test('a new name makes the pages of both names stale', async () => {
  shop.name = 'Ana';
  expect(await rename('Ana Belén')).toMatchObject({ ok: true });
  const both = ['Ana', 'Ana Belén'];
  expect(shop.stale).toEqual(expect.arrayContaining([...both.map(tags.creator), ...both.map(tags.byline)]));
  shop.stale = [];
  expect(await edit('500')).toMatchObject({ ok: true });
  expect(new Set(shop.stale)).toEqual(new Set([tags.creator('Ana'), tags.byline('Ana')]));
});

test.each(['usuario_no_existe', 'motivo_no_valido', 'nombre_ocupado', 'ultimo_admin', 'rol_no_valido', 'es_suya'])(
  'an edit that the database refuses with %s says so',
  async (error) => {
    shop.answer = { ok: false, error };
    expect(await rename('Ana Belén')).toMatchObject({ ok: false, error });
    expect(messages.admin.user.errors).toHaveProperty(error);
    expect(shop.stale).toEqual([]);
  },
);

test('a conflicting edit is refused, and a reason is required', async () => {
  shop.answer = { ok: false, error: 'conflicto', display_name: 'Otra' };
  expect(await rename('Ana Belén')).toMatchObject({ ok: false, error: 'conflicto' });
  asked.length = 0;
  expect(await rename('Ana Belén', '')).toMatchObject({ ok: false, error: 'motivo_no_valido' });
  expect(await rename('A'.repeat(40))).toMatchObject({ ok: false, error: 'nombre_no_valido' });
  expect(asked).toEqual([]);
});

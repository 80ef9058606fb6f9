import { beforeEach, expect, test, vi } from 'vitest';
import messages from '@/messages/es.json';

const asked = vi.hoisted(() => [] as Array<Record<string, unknown>>);
vi.mock('@/lib/account/server', () => {
  const getMe = async () => ({ id: 'me-1', role: 'admin', secondFactor: 'shown' });
  return { getMe, getMeOrBanned: getMe };
});
vi.mock('@/lib/core/limits', () => ({ takeAttempt: async () => 0 }));
vi.mock('@/lib/core/i18n/server', () => ({ requestLocale: async () => 'es' }));
vi.mock('@/lib/club/cancellations', () => ({ finishClubCancellations: () => undefined }));
vi.mock('next/cache', () => ({ revalidatePath: () => undefined, revalidateTag: () => undefined }));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => {
    const chain = { select: () => chain, eq: () => chain, maybeSingle: async () => ({ data: null, error: null }) };
    return {
      rpc: async (_name: string, given: Record<string, unknown>) => {
        asked.push(given);
        return { data: { ok: true }, error: null };
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

import { beforeEach, expect, it, vi } from 'vitest';

/** Responses of the database by function and check. */
type Reply = { data?: unknown; error?: { message: string }; status: number };
const database = vi.hoisted(() => ({ replies: {} as Record<string, Reply>, calls: [] as unknown[][] }));
vi.mock('@/lib/core/supabase/admin', () => ({
  createAdminClient: () => ({
    rpc: async (name: string, args: { p_nombre?: string; p_hallado?: unknown }) => {
      database.calls.push([name, ...Object.values(args)]);
      return database.replies[[name, args.p_nombre].filter(Boolean).join(' ')] ?? { data: '0', status: 200 };
    },
  }),
}));

const { checkBooksByNight } = await import('@/lib/jobs/check-books');

beforeEach(() => {
  database.calls = [];
  database.replies = { libros_por_repasar: { data: ['monedas', 'pagos'], status: 200 } };
});

it('the nightly job checks each pending invariant separately, and counts the violated ones', async () => {
  database.replies.libros_por_repasar = { data: ['monedas', 'pagos', 'saldos'], status: 200 };
  database.replies['repasar_libro pagos'] = { data: '3', status: 200 };
  expect(await checkBooksByNight()).toEqual({ repasados: 3, rotos: 1 });
});

it('a check that timed out counts as violated, and the others continue', async () => {
  database.replies['repasar_libro monedas'] = { error: { message: 'statement timeout' }, status: 500 };
  database.replies['anotar_repaso monedas'] = { data: '1', status: 200 };
  expect(await checkBooksByNight()).toEqual({ repasados: 2, rotos: 1 });
  const noted = { cuenta: 1, ejemplos: [{ id: 'repasar_libro failed: statement timeout' }] };
  expect(database.calls).toContainEqual(['anotar_repaso', 'monedas', noted]);
  expect(database.calls).toContainEqual(['repasar_libro', 'pagos']);
});

it('an outage does not count as a violation, and the next run continues', async () => {
  database.replies['repasar_libro monedas'] = { error: { message: 'fetch failed' }, status: 0 };
  await expect(checkBooksByNight()).rejects.toThrow('fetch failed');
  expect(database.calls.map(([name]) => name)).not.toContain('anotar_repaso');
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const database = vi.hoisted(() => ({ taken: [] as Array<{ at: number; seconds: number }>, given: 0 }));
vi.mock('@/lib/core/supabase/admin', () => ({
  createAdminClient: () => ({
    rpc: async (name: string, { p_segundos = 0 }: { p_segundos?: number }) => {
      if (name === 'tomar_turno') database.taken.push({ at: Date.now(), seconds: p_segundos });
      else database.given += 1;
      return { data: true, status: 200 };
    },
  }),
}));

const { inTurn } = await import('@/lib/jobs/turn');

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(database, { taken: [], given: 0 });
});
afterEach(() => vi.useRealTimers());

it('a node that dies during a job blocks the others for twenty seconds at most', async () => {
  let end = () => {};
  const work = inTurn('tareas', () => new Promise<void>((resolve) => (end = resolve)));
  await vi.advanceTimersByTimeAsync(60_000);
  // The lock is renewed in time while the node lives, even if two of three calls fail.
  for (const { seconds } of database.taken) expect(seconds).toBeLessThanOrEqual(20);
  const pauses = database.taken.slice(1).map(({ at }, index) => at - (database.taken[index]?.at ?? 0));
  expect(Math.max(...pauses) * 3).toBeLessThanOrEqual(20_000);
  end();
  await work;
  expect(database.given).toBe(1);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const database = vi.hoisted(() => ({
  taken: [] as Array<{ at: number; seconds: number }>,
  given: 0,
  asked: [] as unknown[],
  isFree: true,
  fails: '',
  log: [] as unknown[],
}));
vi.mock('@/lib/core/supabase/admin', () => ({
  createAdminClient: () => ({
    rpc: async (name: string, given: { p_segundos?: number }) => {
      const { p_segundos = 0, ...rest } = given;
      database.asked.push({ name, ...rest });
      if (name === database.fails) throw new Error('no answer');
      if (name === 'tomar_turno') database.taken.push({ at: Date.now(), seconds: p_segundos });
      else database.given += 1;
      return { data: database.isFree, status: 200 };
    },
  }),
}));

vi.mock('@/lib/core/log', () => ({ log: { error: (...line: unknown[]) => void database.log.push(line) } }));
const { inTurn } = await import('@/lib/jobs/turn');

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(database, { taken: [], given: 0, asked: [], isFree: true, fails: '', log: [] });
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

it('work that another node is doing is skipped, and the lock of that node stays', async () => {
  database.isFree = false;
  const work = vi.fn();
  expect(await inTurn('tareas', work)).toBeNull();
  expect(work).not.toHaveBeenCalled();
  expect(database.given).toBe(0);
});

it('a lock is released by its holder, also after failed work, and is not renewed afterwards', async () => {
  expect(await inTurn('cobros', async () => 'done')).toBe('done');
  await expect(inTurn('cobros', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const turn = (name: string) => ({ name, p_trabajo: 'cobros', p_quien: expect.any(String) });
  expect(database.asked).toEqual(['tomar_turno', 'dejar_turno', 'tomar_turno', 'dejar_turno'].map(turn));
  const [one, other] = [0, 2].map(
    (at) =>
      new Set(database.asked.slice(at, at + 2).map((asked) => JSON.stringify(asked).match(/"p_quien":"[^"]+"/)?.[0])),
  );
  expect([one?.size, other?.size]).toEqual([1, 1]);
  expect(one).not.toEqual(other);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(database.asked).toHaveLength(4);
});

it('work completes even if its lock cannot be renewed or released', async () => {
  let end = (_done: string) => {};
  const work = inTurn('tareas', () => new Promise<string>((resolve) => (end = resolve)));
  await vi.advanceTimersByTimeAsync(1_000);
  database.fails = 'tomar_turno';
  await vi.advanceTimersByTimeAsync(20_000);
  database.fails = 'dejar_turno';
  end('done');
  expect(await work).toBe('done');
  const lost = { job: 'tareas', error: 'no answer' };
  expect(database.log[0]).toEqual([lost, 'a turn was not kept']);
  expect(database.log.at(-1)).toEqual([lost, 'a turn was not given back']);
});

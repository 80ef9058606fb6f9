import { beforeEach, expect, it, vi } from 'vitest';

const run = vi.hoisted(() => ({
  done: {} as Record<string, unknown>,
  isPartial: false,
  isToBeNoted: true,
  times: 0,
  noted: [] as unknown[],
  takesNote: true,
}));
vi.mock('@/lib/jobs/index', () => ({
  doChores: async () => {
    run.times += 1;
    return { done: run.done, isPartial: run.isPartial, isToBeNoted: run.isToBeNoted };
  },
}));
vi.mock('@/lib/jobs/note-run', () => ({
  noteRun: async (done: unknown) => {
    run.noted.push(done);
    return run.takesNote ? 0 : null;
  },
}));
vi.mock('@/lib/core/env', () => ({ env: () => ({ CRON_SECRET: 'right-secret', LOG_LEVEL: 'silent' }) }));

const { GET, HEAD, POST } = await import('@/app/api/cron/route');
const ask = (method: string, authorization?: string) =>
  new Request('http://shop/api/cron', { method, headers: authorization ? { authorization } : {} });

beforeEach(() => {
  Object.assign(run, {
    done: { correos: 3 },
    isPartial: false,
    isToBeNoted: true,
    times: 0,
    noted: [],
    takesNote: true,
  });
});

it.each([
  ['POST', POST],
  ['GET', GET],
] as const)('%s runs the job with the secret only, and is not cached', async (method, handle) => {
  for (const wrong of [undefined, 'Bearer wrong', 'right-secret', 'Bearer ']) {
    const refused = await handle(ask(method, wrong));
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store']);
  }
  expect(run.times).toBe(0);
  const answer = await handle(ask(method, 'Bearer right-secret'));
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect([run.times, run.noted]).toEqual([1, [{ correos: 3 }]]);
});

it('the cron route reports a failed chore, and records it', async () => {
  run.done = { correos: null, pagos: 1 };
  expect((await GET(ask('GET', 'Bearer right-secret'))).status).toBe(500);
  expect(run.noted).toEqual([{ correos: null, pagos: 1 }]);
});

it('the cron route returns the results even if the run cannot be recorded', async () => {
  run.takesNote = false;
  const answer = await POST(ask('POST', 'Bearer right-secret'));
  expect([answer.status, await answer.json()]).toEqual([500, { correos: 3, pasada: null }]);
});

it('the cron route reports that an earlier call is still running, and records no run', async () => {
  Object.assign(run, { done: { pagos: 2 }, isPartial: true, isToBeNoted: false });
  const answer = await POST(ask('POST', 'Bearer right-secret'));
  expect([answer.status, await answer.json()]).toEqual([200, { pagos: 2, en_curso: true }]);
  run.done = { pagos: null };
  expect((await POST(ask('POST', 'Bearer right-secret'))).status).toBe(500);
  expect(run.noted).toEqual([]);
});

it('the cron route records a run during which an earlier call scans files', async () => {
  Object.assign(run, { done: { pagos: 2 }, isPartial: true });
  const answer = await POST(ask('POST', 'Bearer right-secret'));
  expect([answer.status, await answer.json()]).toEqual([200, { pagos: 2, en_curso: true, pasada: 0 }]);
  expect(run.noted).toEqual([{ pagos: 2 }]);
});

it('the cron route checks the secret of a HEAD request, and runs nothing', () => {
  expect(HEAD(ask('HEAD', 'Bearer right-secret')).status).toBe(204);
  expect(HEAD(ask('HEAD', 'Bearer wrong')).status).toBe(401);
  expect(HEAD(ask('HEAD')).status).toBe(401);
  expect(run.times).toBe(0);
});

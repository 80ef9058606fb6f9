import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '../../../lib/jobs/index.ts'), 'utf8');
const done: string[] = [];
let isRestored = false;
let catchUpEvents = async () => {};

// Each mocked chore only records its call.
let elsewhere = '';
vi.doMock('@/lib/jobs/turn', () => ({
  inTurn: async (turn: string, work: () => Promise<unknown>) => (turn === elsewhere ? null : work()),
}));
for (const [, names = '', path = ''] of source.matchAll(/^import \{ ([^}]+) \} from '(@\/lib\/[^']+)';$/gm)) {
  if (/\/core\/|\/turn$/.test(path)) continue;
  const chore = (name: string) => async () => void done.push(name);
  vi.doMock(path, () => Object.fromEntries(names.split(', ').map((name) => [name, chore(name)])));
}
vi.doMock('@/lib/webhooks/catch-up', () => ({
  isCatchingUpRestored: async () => isRestored,
  catchUpEvents: () => {
    done.push('catchUpEvents');
    return catchUpEvents();
  },
}));
let inspectFiles = async () => {};
vi.doMock('@/lib/safety/chore', () => ({
  inspectFiles: () => {
    done.push('inspectFiles');
    return inspectFiles();
  },
}));
const log = vi.fn();
vi.doMock('@/lib/core/log', () => ({ log: { error: log } }));
const { doChores } = await import('@/lib/jobs/index');

const owed = ['finishRefunds', 'finishPayouts', 'deliverGifts', 'reconcileClub', 'sendMailsOfJob'];

beforeEach(() => {
  log.mockClear();
  done.length = 0;
  elsewhere = '';
  inspectFiles = async () => {};
  isRestored = false;
});

test('payouts, refunds and other owed work do not wait for missed events', async () => {
  catchUpEvents = () => new Promise<never>(() => {});
  void doChores();
  await expect.poll(() => done).toContain('catchUpEvents');
  expect(done[0]).toBe('reconcilePayments');
  expect(done).toEqual(expect.arrayContaining(owed));
  expect(done.at(-1)).toBe('catchUpEvents');
});

test.each([false, true])('nothing waits for the scan of a large file (restored: %s)', async (restored) => {
  isRestored = restored;
  catchUpEvents = async () => undefined;
  await doChores();
  const all = [...done].sort();
  done.length = 0;
  let end = () => {};
  inspectFiles = () => new Promise<void>((resolve) => (end = resolve));
  const run = doChores();
  await expect.poll(() => done).toContain('inspectFiles');
  expect([...done].sort()).toEqual(all);
  // The next run does the rest while the scan continues.
  done.length = 0;
  elsewhere = 'archivos';
  expect(await doChores()).toMatchObject({ isPartial: true, isToBeNoted: true });
  expect([...done, 'inspectFiles'].sort()).toEqual(all);
  end();
  await run;
});

test('a restored shop first fetches the events since its backup', async () => {
  isRestored = true;
  catchUpEvents = () => Promise.reject(new Error('no answer'));
  const { done: answers } = await doChores();
  expect(done.slice(0, 2)).toEqual(['reconcilePayments', 'catchUpEvents']);
  expect(done).toEqual(expect.arrayContaining(owed));
  expect(answers).toMatchObject({ eventos: null, pagos: undefined });
  expect(log).toHaveBeenCalledExactlyOnceWith({ chore: 'eventos', error: 'no answer' }, 'a chore failed');
});

test('a run says whether another node does a part of it', async () => {
  catchUpEvents = async () => undefined;
  const whole = await doChores();
  expect(whole).toMatchObject({ isPartial: false, isToBeNoted: true });
  expect(Object.keys(whole.done)).toEqual(expect.arrayContaining(['pagos', 'eventos']));
  done.length = 0;
  elsewhere = 'eventos';
  const part = await doChores();
  expect(part).toMatchObject({ isPartial: true, isToBeNoted: false });
  expect(done).not.toContain('catchUpEvents');
  expect(done).toEqual(expect.arrayContaining(owed));
});

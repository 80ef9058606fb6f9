import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '../../../lib/jobs/index.ts'), 'utf8');
const done: string[] = [];
let isRestored = false;
let catchUpEvents = async () => {};

// Each mocked chore only records its call.
vi.doMock('@/lib/jobs/turn', () => ({ inTurn: (_turn: string, work: () => Promise<unknown>) => work() }));
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
const { doChores } = await import('@/lib/jobs/index');

const owed = ['finishRefunds', 'finishPayouts', 'deliverGifts', 'reconcileClub', 'sendMailsOfJob'];

beforeEach(() => {
  done.length = 0;
});

test('payouts, refunds and other owed work do not wait for missed events', async () => {
  catchUpEvents = () => new Promise<never>(() => {});
  void doChores();
  await expect.poll(() => done).toContain('catchUpEvents');
  expect(done[0]).toBe('reconcilePayments');
  expect(done).toEqual(expect.arrayContaining(owed));
  expect(done.at(-1)).toBe('catchUpEvents');
});

test('a restored shop first fetches the events since its backup', async () => {
  isRestored = true;
  catchUpEvents = () => Promise.reject(new Error('no answer'));
  const { done: answers } = await doChores();
  expect(done.slice(0, 2)).toEqual(['reconcilePayments', 'catchUpEvents']);
  expect(done).toEqual(expect.arrayContaining(owed));
  expect(answers).toMatchObject({ eventos: null, pagos: undefined });
});

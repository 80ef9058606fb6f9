import { beforeEach, expect, it, vi } from 'vitest';
import { returnAfter, roundUpDuration } from '@/lib/core/security/response-timing';

// Time only advances by the work and the waits: no clock of the machine is read.
const clock = vi.hoisted(() => ({ now: 0, held: null as Array<() => void> | null }));
vi.mock('node:timers/promises', () => ({
  setTimeout: async (milliseconds: number, value: unknown) => {
    clock.now += milliseconds;
    if (clock.held) await new Promise<void>((resolve) => clock.held?.push(resolve));
    return value;
  },
}));

const { afterwards } = vi.hoisted(() => ({ afterwards: [] as Array<() => unknown> }));
vi.mock('next/server', () => ({ after: (task: () => unknown) => afterwards.push(task) }));

beforeEach(() => {
  clock.now = 1000;
  clock.held = null;
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
});

const taking = (milliseconds: number, work: () => unknown) =>
  roundUpDuration(500, async () => {
    clock.now += milliseconds;
    return work();
  });

it.each([0, 1, 90, 499.5])('a response is sent on the full step after %d ms of work', async (milliseconds) => {
  expect(await taking(milliseconds, () => 'done')).toBe('done');
  expect(clock.now).toBe(1500);
});

it('a response is sent on the next step after longer work', async () => {
  await taking(730, () => 'done');
  expect(clock.now).toBe(2000);
});

it('a failure is delayed like a success', async () => {
  await expect(
    taking(3, () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(clock.now).toBe(1500);
});

it('a punctual response contains the state at its time', async () => {
  expect(await returnAfter(1500, async () => 'refused', 'sent')).toBe('refused');
});

it('a punctual response is never early, even if the result is known', async () => {
  const waiting: Array<() => void> = [];
  clock.held = waiting;
  let isAnswered = false;
  const answer = returnAfter(1500, async () => 'refused', 'sent').finally(() => {
    isAnswered = true;
  });
  await new Promise(setImmediate);
  expect(isAnswered).toBe(false);
  for (const pass of waiting) pass();
  expect(await answer).toBe('refused');
});

it('a punctual response does not wait for slower work, which continues afterwards', async () => {
  let finish = (_outcome: string) => {};
  const slow = new Promise<string>((resolve) => {
    finish = resolve;
  });
  expect(await returnAfter(1500, () => slow, 'sent')).toBe('sent');
  finish('refused');
  expect(await afterwards.at(-1)?.()).toBe('refused');
});

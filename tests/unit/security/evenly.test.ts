import { beforeEach, expect, it, vi } from 'vitest';
import { evenly, punctually } from '@/lib/core/security/evenly';

// Time stands still but for what the work takes and what is waited for: no clock of the machine is measured.
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
  evenly(500, async () => {
    clock.now += milliseconds;
    return work();
  });

it.each([0, 1, 90, 499.5])('answers on the full step after %d ms of work', async (milliseconds) => {
  expect(await taking(milliseconds, () => 'done')).toBe('done');
  expect(clock.now).toBe(1500);
});

it('answers on the next step when the work took longer', async () => {
  await taking(730, () => 'done');
  expect(clock.now).toBe(2000);
});

it('lets a failure wait as well', async () => {
  await expect(
    taking(3, () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(clock.now).toBe(1500);
});

it('tells what has happened by the moment of the answer', async () => {
  expect(await punctually(1500, async () => 'refused', 'sent')).toBe('refused');
});

it('answers not before the moment, however soon it is known what has happened', async () => {
  const held: Array<() => void> = [];
  clock.held = held;
  let isAnswered = false;
  const answer = punctually(1500, async () => 'refused', 'sent').finally(() => {
    isAnswered = true;
  });
  await new Promise(setImmediate);
  expect(isAnswered).toBe(false);
  for (const pass of held) pass();
  expect(await answer).toBe('refused');
});

it('answers without what takes longer, which goes on after the answer', async () => {
  let finish = (_outcome: string) => {};
  const slow = new Promise<string>((resolve) => {
    finish = resolve;
  });
  expect(await punctually(1500, () => slow, 'sent')).toBe('sent');
  finish('refused');
  expect(await afterwards.at(-1)?.()).toBe('refused');
});

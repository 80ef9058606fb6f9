import { expect, test, vi } from 'vitest';
import { answerWhole } from '@/lib/servers/whole-answer';

const shop = vi.hoisted(() => ({ after: [] as (() => unknown)[] }));
vi.mock('next/server', () => ({ after: (work: () => unknown) => shop.after.push(work) }));

const answer = { commands: { Ana: ['uno'] } };

/** Next.js runs these when the response was sent or broke off. */
const close = () => Promise.all(shop.after.splice(0).map((work) => work()));

async function open(signal: AbortSignal) {
  const onEnd = vi.fn(async (_isWhole: boolean) => {});
  return { onEnd, response: await answerWhole(answer, signal, onEnd) };
}

test('a response that was sent is complete, and does not wait for its record', async () => {
  const { onEnd, response } = await open(new AbortController().signal);
  expect(await response.json()).toEqual(answer);
  expect(onEnd).not.toHaveBeenCalled();
  await close();
  expect(onEnd.mock.calls).toEqual([[true]]);
});

test('a response that breaks off is incomplete', async () => {
  const abort = new AbortController();
  const { onEnd } = await open(abort.signal);
  abort.abort();
  await close();
  expect(onEnd.mock.calls).toEqual([[false]]);
});

test('a response to an aborted request is incomplete, and reported once', async () => {
  const { onEnd } = await open(AbortSignal.abort());
  await close();
  expect(onEnd.mock.calls).toEqual([[false]]);
});

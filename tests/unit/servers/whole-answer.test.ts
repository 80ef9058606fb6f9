import { expect, test, vi } from 'vitest';
import { answerWhole } from '@/lib/servers/whole-answer';

const open = () => {
  const onEnd = vi.fn(async (_isWhole: boolean) => {});
  const abort = new AbortController();
  return { settle: onEnd, abort, response: answerWhole({ commands: { Ana: ['uno'] } }, abort.signal, onEnd) };
};

test('a response read to its end is complete', async () => {
  const { settle: onEnd, response } = open();
  expect(onEnd).not.toHaveBeenCalled();
  expect(await response.json()).toEqual({ commands: { Ana: ['uno'] } });
  expect(onEnd.mock.calls).toEqual([[true]]);
});

test('a cancelled response is incomplete, and reported once', async () => {
  const { settle: onEnd, abort, response } = open();
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  abort.abort();
  expect(onEnd.mock.calls).toEqual([[false]]);
});

test('a response to an aborted request is incomplete, without a reader', () => {
  const onEnd = vi.fn(async (_isWhole: boolean) => {});
  answerWhole({}, AbortSignal.abort(), onEnd);
  expect(onEnd.mock.calls).toEqual([[false]]);
});

test('a response aborted before its first byte is incomplete', async () => {
  const { settle: onEnd, abort, response } = open();
  abort.abort();
  await response.text();
  expect(onEnd.mock.calls).toEqual([[false]]);
});

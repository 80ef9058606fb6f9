import { expect, test, vi } from 'vitest';
import { answerWhole } from '@/lib/servers/whole-answer';

const open = () => {
  const settle = vi.fn(async (_isWhole: boolean) => {});
  const abort = new AbortController();
  return { settle, abort, response: answerWhole({ commands: { Ana: ['uno'] } }, abort.signal, settle) };
};

test('a response read to its end is complete', async () => {
  const { settle, response } = open();
  expect(settle).not.toHaveBeenCalled();
  expect(await response.json()).toEqual({ commands: { Ana: ['uno'] } });
  expect(settle.mock.calls).toEqual([[true]]);
});

test('a cancelled response is incomplete, and reported once', async () => {
  const { settle, abort, response } = open();
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  abort.abort();
  expect(settle.mock.calls).toEqual([[false]]);
});

test('a response to an aborted request is incomplete, without a reader', () => {
  const settle = vi.fn(async (_isWhole: boolean) => {});
  answerWhole({}, AbortSignal.abort(), settle);
  expect(settle.mock.calls).toEqual([[false]]);
});

test('a response aborted before its first byte is incomplete', async () => {
  const { settle, abort, response } = open();
  abort.abort();
  await response.text();
  expect(settle.mock.calls).toEqual([[false]]);
});

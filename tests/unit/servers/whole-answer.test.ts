import { expect, test, vi } from 'vitest';
import { answerWhole } from '@/lib/servers/whole-answer';

const open = () => {
  const settle = vi.fn(async (_isWhole: boolean) => {});
  const abort = new AbortController();
  return { settle, abort, response: answerWhole({ commands: { Ana: ['uno'] } }, abort.signal, settle) };
};

test('an answer that is read to its end was written whole', async () => {
  const { settle, response } = open();
  expect(settle).not.toHaveBeenCalled();
  expect(await response.json()).toEqual({ commands: { Ana: ['uno'] } });
  expect(settle.mock.calls).toEqual([[true]]);
});

test('an answer that is given up is not whole, and is told of once', async () => {
  const { settle, abort, response } = open();
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  abort.abort();
  expect(settle.mock.calls).toEqual([[false]]);
});

test('nor is one whose reader has gone before it was made: nobody reads it or gives it up', () => {
  const settle = vi.fn(async (_isWhole: boolean) => {});
  answerWhole({}, AbortSignal.abort(), settle);
  expect(settle.mock.calls).toEqual([[false]]);
});

test('nor is one whose reader has gone before the first byte', async () => {
  const { settle, abort, response } = open();
  abort.abort();
  await response.text();
  expect(settle.mock.calls).toEqual([[false]]);
});

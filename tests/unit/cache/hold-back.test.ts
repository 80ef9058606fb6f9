import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { holdBack } from '@/lib/core/cache/answers/hold-back';

const { error } = vi.hoisted(() => ({ error: vi.fn() }));
vi.mock('@/lib/core/log', () => ({ log: { error } }));

async function answerOf(finish: (body: Buffer) => Promise<Buffer>) {
  const server = createServer((_request, response) => {
    holdBack(response, finish);
    response.writeHead(201, { 'x-early': '1' });
    response.flushHeaders();
    response.write('one ', () => response.end('two'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const answer = [response.status, response.headers.get('x-early'), await response.text()];
  server.close();
  return answer;
}

test('an answer is changed when it is whole', async () => {
  expect(await answerOf(async (body) => Buffer.from(`${body} three`))).toEqual([201, '1', 'one two three']);
  expect(error).not.toHaveBeenCalled();
});

test('an answer that could not be changed is sent as it was, and the log says why', async () => {
  const fail = () => Promise.reject(new Error('no room'));
  expect(await answerOf(fail)).toEqual([201, '1', 'one two']);
  await vi.waitFor(() => expect(error).toHaveBeenCalledWith({ error: 'Error: no room' }, expect.any(String)));
});

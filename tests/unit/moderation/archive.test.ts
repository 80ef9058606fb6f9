import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { strToU8, zipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { archiveLimits, listArchive } from '@/lib/moderation/archive';

vi.mock('@/lib/core/log', () => ({ log: { warn: () => {} } }));

let close: (() => void) | undefined;
afterEach(() => close?.());

/** A storage with one file, which counts what it sends. */
async function serve(file: Uint8Array, { withParts = true } = {}) {
  const sent = { bytes: 0, answers: 0 };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = withParts ? file.subarray(Number(from), Number(to) + 1) : file;
    sent.answers++;
    sent.bytes += part.length;
    response.writeHead(withParts ? 206 : 200).end(part);
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => server.close();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/obra.zip`, sent };
}

const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

test.each([true, false])(
  'an archive is listed with names and sizes, with and without range requests (%s)',
  async (withParts) => {
    const file = zip({ 'LÉEME.txt': 'hola', 'mods/obra.jar': 'x'.repeat(5000) });
    const { url } = await serve(file, { withParts });
    const plain = { isUnsafe: false, isEncrypted: false, isExecutable: false, isArchive: false };
    expect(await listArchive(url, 'obra.zip', file.length)).toEqual({
      kind: 'listed',
      count: 2,
      entries: [
        { name: 'LÉEME.txt', bytes: 4, ...plain },
        { name: 'mods/obra.jar', bytes: 5000, ...plain, isArchive: true },
      ],
    });
  },
);

test('only the directory of a large archive is read', async () => {
  const noise = Uint8Array.from({ length: 3 * archiveLimits.block }, (_, n) => (n * 7919) % 251);
  const file = zipSync({ 'datos.bin': [noise, { level: 0 }], 'b.txt': strToU8('b') });
  const { url, sent } = await serve(file);
  expect(await listArchive(url, 'obra.jar', file.length)).toMatchObject({ kind: 'listed', count: 2 });
  expect(sent.bytes).toBeLessThanOrEqual(2 * archiveLimits.block);
});

test('names outside their folder are listed with a warning', async () => {
  const file = zip({ '../../inicio.bat': 'x', '/etc/passwd': 'x', 'bien.txt': 'x' });
  const { url } = await serve(file);
  expect(await listArchive(url, 'obra.mrpack', file.length)).toMatchObject({
    entries: [
      { name: '../../inicio.bat', isUnsafe: true, isExecutable: true },
      { isUnsafe: true },
      { name: 'bien.txt', isUnsafe: false },
    ],
  });
});

test('the number of listed entries is limited', async () => {
  const count = archiveLimits.entries + 3;
  const file = zip(Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.txt`, 'x'])));
  const { url } = await serve(file);
  const archive = await listArchive(url, 'obra.zip', file.length);
  expect(archive).toMatchObject({ kind: 'listed', count });
  expect(archive.kind === 'listed' && archive.entries).toHaveLength(archiveLimits.entries);
});

test('an empty archive is listed', async () => {
  const file = zip({});
  const { url } = await serve(file);
  expect(await listArchive(url, 'obra.zip', file.length)).toEqual({ kind: 'listed', entries: [], count: 0 });
});

test('files that are not an archive, damaged or missing are reported', async () => {
  const file = zip({ 'a.txt': 'hola' });
  const { url, sent } = await serve(file.subarray(0, 40));
  expect(await listArchive(url, 'obra.pdf', file.length)).toEqual({ kind: 'unlisted', reason: 'type' });
  expect(sent.answers).toBe(0);
  expect(await listArchive(url, 'obra.zip', file.length)).toEqual({ kind: 'unlisted', reason: 'broken' });
  // Without range requests, a large file is not downloaded in full.
  close?.();
  const whole = await serve(file, { withParts: false });
  const tooLarge = await listArchive(whole.url, 'obra.zip', archiveLimits.whole + 1);
  expect(tooLarge).toEqual({ kind: 'unlisted', reason: 'away' });
});

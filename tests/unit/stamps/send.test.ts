import { unzipSync } from 'fflate';
import { beforeEach, expect, test, vi } from 'vitest';
import { parseStoragePath } from '@/lib/storage/path';
import { values, zip } from './samples';

const mocks = vi.hoisted(() => ({ fetchForShop: vi.fn() }));
vi.mock('@/lib/storage/shop-link', () => mocks);
const { giveUp, openOriginal, writeCopy } = await import('@/lib/stamps/send');
const { BusyError, readStored } = await import('@/lib/stamps/stored');
const { stampLimits } = await import('@/lib/stamps/template');

const file = zip({
  'a.bin': [Uint8Array.from({ length: 5000 }, (_, n) => (n * 7919) % 251), { level: 0 }],
  'b.txt': Buffer.from('%%__USERNAME__%%'),
  'c.txt': Buffer.from('plain'),
  'd.txt': Buffer.from('%%__NONCE__%%'),
});
let paths = 0;
const newPath = () => {
  const path = parseStoragePath(`descargas/ana/${paths++}/archivo.jar`);
  if (!path) throw new Error('no path');
  return path;
};
/** Storage with one file, sent in parts of an odd size, and broken off after some bytes. */
const sends = (bytes: Buffer, until = bytes.length) => {
  const end = vi.fn();
  mocks.fetchForShop.mockImplementation(async () => {
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        if (at >= until) return stream.close();
        stream.enqueue(bytes.subarray(at, Math.min(at + 777, until)));
        at += 777;
      },
      cancel: end,
    });
    return { ok: true, status: 200, body };
  });
  return end;
};
beforeEach(() => mocks.fetchForShop.mockReset());
const never = new AbortController().signal;

async function readTemplate() {
  const read = await readStored(newPath());
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

test('a copy is the original with its changes, for any chunks, and has a known length', async () => {
  sends(file);
  const template = await readTemplate();
  const { body, bytes } = await writeCopy(await openOriginal(newPath(), never), template, values);
  const copy = Buffer.from(await new Response(body).arrayBuffer());
  expect(copy).toHaveLength(bytes);
  const { 'a.bin': same, 'b.txt': name, 'd.txt': mark } = unzipSync(copy);
  expect(Buffer.from(same ?? []).length).toBe(5000);
  expect([name, mark].map((text) => Buffer.from(text ?? []).toString())).toEqual(['Ana_14', values.NONCE]);
});

test('a file is read once by concurrent requests, and a refusal is cached', async () => {
  sends(file);
  const path = newPath();
  const all = await Promise.all(Array.from({ length: 30 }, () => readStored(path)));
  expect([all.every(({ ok }) => ok), mocks.fetchForShop.mock.calls.length]).toEqual([true, 1]);
  sends(zip({ 'a.txt': Buffer.from('plain') }));
  const plain = newPath();
  for (let n = 0; n < 2; n++) expect(await readStored(plain)).toEqual({ ok: false, error: 'none' });
  expect(mocks.fetchForShop).toHaveBeenCalledTimes(2);
});

test('a file above the limit is aborted, and an outage is not cached', async () => {
  const end = sends(Buffer.alloc(777 * 1000), Number.POSITIVE_INFINITY);
  mocks.fetchForShop.mockImplementation(async () => ({
    ok: true,
    body: new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(8 * 1024 ** 2)), cancel: end }),
  }));
  expect(await readStored(newPath())).toEqual({ ok: false, error: 'large' });
  expect(end).toHaveBeenCalledOnce();
  expect(stampLimits.file).toBe(64 * 1024 ** 2);
  const path = newPath();
  mocks.fetchForShop.mockResolvedValueOnce({ ok: false, status: 503, body: null });
  await expect(readStored(path)).rejects.toThrow('503');
  sends(file);
  expect((await readStored(path)).ok).toBe(true);
});

test('a copy is aborted with its original', async () => {
  sends(file);
  const template = await readTemplate();
  sends(file, 3000);
  const { body } = await writeCopy(await openOriginal(newPath(), never), template, values);
  await expect(new Response(body).arrayBuffer()).rejects.toThrow();
});

test('a hundred copies are sent at once, and a slot is freed when one ends, is aborted or fails', async () => {
  sends(file);
  const template = await readTemplate();
  const leaving = new AbortController();
  const opened = await Promise.all(
    Array.from({ length: 100 }, (_, n) => openOriginal(newPath(), n === 0 ? leaving.signal : never)),
  );
  const isFull = () =>
    openOriginal(newPath(), never).then(
      async (more) => {
        await giveUp(more);
        return false;
      },
      (problem: unknown) => problem instanceof BusyError,
    );
  expect(await isFull()).toBe(true);
  leaving.abort();
  expect(await isFull()).toBe(false);
  const [, second, third, ...rest] = opened;
  if (!second || !third) throw new Error('too few');
  const again = await openOriginal(newPath(), never);
  expect(await isFull()).toBe(true);
  await new Response((await writeCopy(second, template, values)).body).arrayBuffer();
  expect(await isFull()).toBe(false);
  const { body } = await writeCopy(third, template, values);
  await body.cancel();
  mocks.fetchForShop.mockRejectedValueOnce(new Error('away'));
  await expect(openOriginal(newPath(), never)).rejects.toThrow('away');
  const more = [await openOriginal(newPath(), never), await openOriginal(newPath(), never)];
  expect(await isFull()).toBe(true);
  for (const left of [again, ...more, ...rest]) await giveUp(left);
});

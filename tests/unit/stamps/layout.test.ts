import { crc32 } from 'node:zlib';
import { strToU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { stampClass } from '@/lib/stamps/class-file';
import { readDirectory } from '@/lib/stamps/directory';
import { StampError } from '@/lib/stamps/problem';
import { assemble, stamp } from '@/lib/stamps/stamp';
import { readTemplate } from '@/lib/stamps/template';
import { stampFile, values, zip } from './samples';

const marked = strToU8('buyer: %%__USERNAME__%%');
const stamped = 'buyer: Ana_14';
const endSize = 22;
const recordMark = Buffer.from('PK\x01\x02', 'latin1');
const localMark = Buffer.from('PK\x03\x04', 'latin1');

const problemOf = (file: Buffer) =>
  readTemplate(file).then(
    () => null,
    (problem: unknown) => (problem instanceof StampError ? problem.problem : String(problem)),
  );
const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('utf8');

test.each([0, 6] as const)(
  'unpackers find sum and sizes of a changed entry in both headers (level %i)',
  async (level) => {
    const result = await stampFile(zip({ 'a.txt': [marked, { level }], 'b.txt': strToU8('b') }));
    const { entries, at, endAt } = await readDirectory(result, 10);
    const changed = entries[0];
    if (!changed) throw new Error('no entry');
    const facts = [crc32(stamped), changed.dataEnd - changed.dataAt, stamped.length];
    expect([14, 18, 22].map((field) => result.readUInt32LE(changed.at + field))).toEqual(facts);
    expect([16, 20, 24].map((field) => changed.record.readUInt32LE(field))).toEqual(facts);
    // The record that ends the archive says how long its directory is, and where it begins.
    expect([12, 16].map((field) => result.readUInt32LE(endAt + field))).toEqual([endAt - at, at]);
  },
);

test('fields of a changed entry are kept, without its sizes before', async () => {
  const [dates, sizes] = [new Uint8Array([1, 2, 3, 4]), new Uint8Array(16)];
  const result = await stampFile(zip({ 'a.txt': [marked, { extra: { 30837: dates, 1: sizes, 21589: dates } }] }));
  const { entries } = await readDirectory(result, 10);
  const extra = result.subarray(30 + 'a.txt'.length, entries[0]?.dataAt ?? 0);
  expect(result.readUInt16LE(28)).toBe(extra.length);
  const ids: number[] = [];
  for (let at = 0; at < extra.length; at += 4 + extra.readUInt16LE(at + 2)) ids.push(extra.readUInt16LE(at));
  expect(ids.sort()).toEqual([21589, 30837]);
  expect(text(unzipSync(result)['a.txt'])).toBe(stamped);
});

test('a directory in another order than its data is stamped', async () => {
  const file = zip({ 'a.txt': marked, 'b.txt': strToU8('plain'), 'c.txt': marked });
  const { entries, at, endAt } = await readDirectory(file, 10);
  const turned = Buffer.concat(entries.map(({ record }) => record).reverse());
  const result = await stampFile(Buffer.concat([file.subarray(0, at), turned, file.subarray(endAt)]));
  const after = await readDirectory(result, 10);
  expect(after.entries.map(({ name }) => name)).toEqual(['c.txt', 'b.txt', 'a.txt']);
  expect(
    Object.entries(unzipSync(result))
      .map(([name, bytes]) => `${name}: ${text(bytes)}`)
      .sort(),
  ).toEqual([`a.txt: ${stamped}`, 'b.txt: plain', `c.txt: ${stamped}`]);
});

test('a template keeps nothing of its file in memory', async () => {
  const inner = zip({ 'in.txt': [marked, { level: 0 }] });
  const file = zip({ 'a.txt': [marked, { level: 0 }], 'b.txt': marked, 'c.zip': [inner, { level: 0 }] });
  const original = Buffer.from(file);
  const template = await readTemplate(file);
  file.fill(0);
  expect(assemble(original, await stamp(template, values))).toEqual(await stampFile(original));
});

/** An archive of one entry, with the records that archives above 4 GiB have. */
function largeForm(change: (end: Buffer) => void): Buffer {
  const file = zip({ 'a.txt': marked });
  const endAt = file.length - endSize;
  const [directory, end] = [file.subarray(0, endAt), Buffer.from(file.subarray(endAt))];
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 0, 'latin1');
  record.writeBigUInt64LE(44n, 4);
  for (const field of [24, 32]) record.writeBigUInt64LE(1n, field);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 0, 'latin1');
  locator.writeBigUInt64LE(BigInt(endAt), 8);
  locator.writeUInt32LE(1, 16);
  change(end);
  return Buffer.concat([directory, record, locator, end]);
}

test.each([
  ['the place of its directory', largeForm((end) => void end.fill(0xff, 16, 20))],
  ['the number of its entries', largeForm((end) => void end.fill(0xff, 8, 12))],
])('an archive in the form of large ones is refused as such: %s', async (_what, file) =>
  expect(await problemOf(file)).toBe('zip64'),
);

test.each([20, 24, 42])('an entry with a size or offset in ZIP64 form is refused (field %i)', async (field) => {
  const file = zip({ 'a.txt': [marked, { extra: { 1: new Uint8Array(8) } }] });
  const at = file.indexOf(recordMark);
  const stated = file.readUInt32LE(at + field);
  file.writeUInt32LE(0xffffffff, at + field);
  file.writeBigUInt64LE(BigInt(stated), file.indexOf(Buffer.from([1, 0, 8, 0]), at) + 4);
  expect(await problemOf(file)).toBe('zip64');
});

test('an archive whose entries are not where its directory says is refused', async () => {
  const file = zip({ 'a.txt': marked, 'b.txt': strToU8('plain') });
  file.writeUInt8(0, file.lastIndexOf(localMark));
  expect(await problemOf(file)).toBe('broken');
});

test('a stored entry is as long as its directory says, or refused', async () => {
  const file = zip({ 'a.txt': [marked, { level: 0 }] });
  const at = file.indexOf(recordMark);
  file.writeUInt32LE(marked.length - 2, at + 20);
  expect(await problemOf(file)).toBe('broken');
});

test.each([
  ['a text', [1, 0, 6, 97, 98, 99]],
  ['a constant of an unknown kind', [99, 0, 0]],
])('a class that ends within %s is refused', (_what, last) => {
  const head = Buffer.from('cafebabe000000340002', 'hex');
  expect(() => stampClass(Buffer.concat([head, Buffer.from(last)]), values)).toThrow(/classFile/);
});

import { strToU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import { modifiedUtf8, stampClass } from '@/lib/stamps/class-file';
import { readDirectory } from '@/lib/stamps/directory';
import { StampError } from '@/lib/stamps/problem';
import { readTemplate, stampLimits } from '@/lib/stamps/template';
import { classFile, stampAndUnzip, stampFile, streamedZip, values, zip } from './samples';

const problemOf = (file: Buffer) =>
  readTemplate(file).then(
    () => null,
    (problem: unknown) => (problem instanceof StampError ? problem.problem : String(problem)),
  );

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('utf8');
const marked = strToU8('buyer: %%__USERNAME__%%\r\nversion: %%__RESOURCE_VERSION__%%\r\n%%__LICENSE__%%%%__NONCE__%%');
const stamped = `buyer: Ana_14\r\nversion: ${values.RESOURCE_VERSION}\r\n${values.NONCE}`;

test("texts, classes and nested archives are stamped with the buyer's values", async () => {
  const innermost = zip({ 'deep.yml': [marked, { level: 0 }], 'a.png': strToU8('\0%%__USER__%%') });
  const inner = zip({ 'lib.txt': marked, 'more.jar': [innermost, { level: 0 }] });
  const files = await stampAndUnzip(
    zip({
      'plugin.yml': marked,
      'Main.class': classFile('%%__USER__%%', 'x'),
      'libs/inner.jar': inner,
      'other.txt': strToU8('%%__NOBODY__%% 100%%'),
      'latin.txt': Buffer.from('espa\xf1ol %%__TIMESTAMP__%%', 'latin1'),
    }),
  );
  expect(text(files['plugin.yml'])).toBe(stamped);
  expect(Buffer.from(files['Main.class'] ?? [])).toEqual(classFile(values.USER, 'x'));
  const within = unzipSync(files['libs/inner.jar'] as Uint8Array);
  expect(text(within['lib.txt'])).toBe(stamped);
  const deepest = unzipSync(within['more.jar'] as Uint8Array);
  expect(text(deepest['deep.yml'])).toBe(stamped);
  // Formats with their own lengths stay unchanged.
  expect(text(deepest['a.png'])).toBe('\0%%__USER__%%');
  expect(text(files['other.txt'])).toBe('%%__NOBODY__%% 100%%');
  expect(Buffer.from(files['latin.txt'] ?? []).toString('latin1')).toBe(`espa\xf1ol ${values.TIMESTAMP}`);
});

/** Raw bytes of every entry by name: directory record without place, local header and data. */
async function rawEntries(file: Buffer) {
  const { entries } = await readDirectory(file, 100);
  return entries.map(({ name, record, at, dataEnd }) => {
    const facts = Buffer.from(record);
    facts.fill(0, 42, 46);
    return { name, record: facts, bytes: file.subarray(at, dataEnd) };
  });
}

test('all other entries keep their bytes, order, times, permissions and comments', async () => {
  const mtime = new Date('2021-05-04T03:02:00');
  const file = zip({
    'run.sh': [strToU8('#!/bin/sh\n'.repeat(50)), { attrs: 0o755 << 16, os: 3, mtime, comment: 'runs it' }],
    'b.txt': [marked, { attrs: 0o600 << 16, os: 3, mtime, extra: { 30837: new Uint8Array([1, 4, 1, 2, 3, 4]) } }],
    'folder/': new Uint8Array(),
    'a.bin': [Uint8Array.from({ length: 3000 }, (_, n) => (n * 7919) % 251), { level: 0, mtime }],
  });
  const [before, after] = [await rawEntries(file), await rawEntries(await stampFile(file))];
  expect(after.map(({ name }) => name)).toEqual(['run.sh', 'b.txt', 'folder/', 'a.bin']);
  for (const index of [0, 2, 3]) expect(after[index]).toEqual(before[index]);
  const facts = (record: Buffer | undefined) =>
    Buffer.concat([record?.subarray(0, 16) ?? Buffer.alloc(0), record?.subarray(28) ?? Buffer.alloc(0)]);
  expect(facts(after[1]?.record)).toEqual(facts(before[1]?.record));
});

test.each([false, true])(
  'sizes after the data (stored: %s) are moved into the header of a changed entry',
  async (stored) => {
    const file = streamedZip({ 'a.txt': 'plain', 'b.txt': text(marked), 'c.txt': 'plain' }, stored);
    const result = await stampFile(file);
    expect(Object.fromEntries(Object.entries(unzipSync(result)).map(([name, bytes]) => [name, text(bytes)]))).toEqual({
      'a.txt': 'plain',
      'b.txt': stamped,
      'c.txt': 'plain',
    });
    const { entries } = await readDirectory(result, 10);
    const flags = entries.map(({ at, record }) => [result.readUInt16LE(at + 6) & 8, record.readUInt16LE(8) & 8]);
    expect(flags).toEqual([
      [8, 8],
      [0, 0],
      [8, 8],
    ]);
    const [, changed] = entries;
    expect(result.readUInt32LE((changed?.at ?? 0) + 22)).toBe(Buffer.byteLength(stamped));
  },
);

test('bytes before the archive and its comment are kept', async () => {
  const file = zip({ 'a.txt': marked });
  const comment = Buffer.from('made by Ana');
  file.writeUInt16LE(comment.length, file.length - 2);
  const result = await stampFile(Buffer.concat([file, comment]));
  expect(result.subarray(-comment.length)).toEqual(comment);
  expect(text(unzipSync(result)['a.txt'])).toBe(stamped);
});

test('duplicate names and names outside the folder are copied unchanged', async () => {
  const file = zip({ 'aa.txt': marked, 'bb.txt': strToU8('x'), '../../etc/x': marked });
  for (let at = file.indexOf('bb.txt'); at >= 0; at = file.indexOf('bb.txt', at)) file.write('aa.txt', at);
  const result = await stampFile(file);
  const archive = await yauzl.fromBufferPromise(result, { lazyEntries: true, decodeStrings: false });
  const found: string[] = [];
  for await (const entry of archive.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await archive.openReadStreamPromise(entry)) parts.push(part as Buffer);
    found.push(`${entry.fileNameRaw}: ${Buffer.concat(parts)}`);
  }
  expect(found).toEqual([`aa.txt: ${stamped}`, 'aa.txt: x', `../../etc/x: ${stamped}`]);
});

test('files that cannot be stamped are refused with their reason', async () => {
  const signatureFile = { 'META-INF/MANIFEST.MF': strToU8('x'), 'META-INF/CREATOR.SF': strToU8('x') };
  expect(await problemOf(Buffer.from('%PDF-1.7 %%__USER__%%'))).toBe('type');
  expect(await problemOf(Buffer.alloc(0))).toBe('type');
  expect(await problemOf(zip({ 'a.txt': strToU8('nothing') }))).toBe('none');
  expect(await problemOf(zip({ ...signatureFile, 'a.txt': marked }))).toBe('signed');
  expect(await problemOf(zip({ 'lib.jar': zip({ ...signatureFile, 'a.txt': marked }) }))).toBe('signed');
  // A signed library that has no placeholder stays as it is.
  expect(await problemOf(zip({ 'lib.jar': zip({ ...signatureFile, 'a.txt': strToU8('x') }), 'a.txt': marked }))).toBe(
    null,
  );
  expect(await problemOf(zip({ 'A.class': Buffer.concat([Buffer.from('cafebabe0000003400ff', 'hex'), marked]) }))).toBe(
    'classFile',
  );
  const long = classFile(`${'x'.repeat(65_500)}%%__USER__%%`);
  expect(await problemOf(zip({ 'A.class': long }))).toBe('classFile');
  expect(() => stampClass(long, { ...values, USER: '1' })).not.toThrow();
  expect(modifiedUtf8('')).toHaveLength(0);
});

test('hostile archives are refused early', async () => {
  const file = zip({ 'a.txt': marked, 'b.txt': strToU8('b'.repeat(9)) });
  expect(await problemOf(file.subarray(0, -30))).toBe('broken');
  // An entry that unpacks to more or less than its directory says.
  for (const change of [-3, 3]) {
    const lying = Buffer.from(file);
    const record = lying.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    lying.writeUInt32LE(marked.length + change, record + 24);
    expect(await problemOf(lying), String(change)).toBe('broken');
  }
  // Two entries with the same bytes.
  const overlapping = Buffer.from(file);
  overlapping.writeUInt32LE(0, overlapping.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 42);
  expect(await problemOf(overlapping)).toBe('broken');
  // The form of archives above 4 GiB.
  const large = Buffer.from(file);
  large.writeUInt32LE(0xffffffff, large.length - 6);
  expect(await problemOf(large)).toMatch(/zip64|broken/);

  const bomb = zip({ 'zeros.bin': new Uint8Array(stampLimits.smallBytes + 1), 'a.txt': marked });
  expect(await problemOf(bomb)).toBe('large');
  expect(await problemOf(zip({ 'in.zip': bomb }))).toBe('large');
  const nest = (depth: number): Buffer => (depth === 0 ? zip({ 'a.txt': marked }) : zip({ 'in.zip': nest(depth - 1) }));
  expect(await problemOf(nest(stampLimits.depth - 1))).toBe(null);
  expect(await problemOf(nest(stampLimits.depth))).toBe('deep');
});

test('a file that only looks like an archive is copied unchanged', async () => {
  const fake = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60), Buffer.from(marked)]);
  const files = await stampAndUnzip(zip({ 'fake.jar': fake, 'a.txt': marked }));
  expect(Buffer.from(files['fake.jar'] ?? [])).toEqual(fake);
  expect(text(files['a.txt'])).toBe(stamped);
});

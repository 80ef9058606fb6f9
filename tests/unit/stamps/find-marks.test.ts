import { expect, test } from 'vitest';
import { findLimits, findMarks } from '@/components/publish/find-marks';
import { classFile, stampFile, values, zip } from './samples';

const search = (bytes: Uint8Array) => findMarks(new Blob([new Uint8Array(bytes)]));

test('the mark of a copy is found in texts, classes and nested archives, even after repacking', async () => {
  const samples = {
    text: zip({ 'plugin.yml': Buffer.from('mark: %%__NONCE__%%') }),
    class: zip({ 'Main.class': classFile('a%%__NONCE__%%b', 'x') }),
    nested: zip({ 'in.jar': [zip({ 'Main.class': classFile('%%__NONCE__%%') }), { level: 0 }] }),
  };
  for (const [what, file] of Object.entries(samples)) {
    const copy = await stampFile(file);
    expect((await search(copy))?.marks, what).toContain(values.NONCE);
    expect((await search(zip({ 'around.zip': copy })))?.marks, what).toContain(values.NONCE);
  }
  expect((await search(Buffer.from(`\0\0${values.NONCE}\0`)))?.marks).toEqual([values.NONCE]);
});

test('licence keys are found, and a mark across two chunks', async () => {
  expect((await search(zip({ 'a.yml': Buffer.from('key: ABCD-EFGH-JKLM-NPQR') })))?.keys).toEqual([
    'ABCD-EFGH-JKLM-NPQR',
  ]);
  const border = Buffer.alloc(1024 ** 2 + 100, '.');
  border.write(values.NONCE, 1024 ** 2 - 10);
  expect((await search(border))?.marks).toEqual([values.NONCE]);
});

test('the cost of a search is limited', { tags: 'nightly' }, async () => {
  const many = Array.from({ length: 6000 }, (_, n) => n.toString(16).padStart(32, '0')).join('\n');
  expect((await search(Buffer.from(many)))?.marks).toHaveLength(findLimits.marks);
  expect((await search(Buffer.from('0123456789abcdef'.repeat(1000))))?.marks).toEqual([]);
  expect(await findMarks({ size: findLimits.file + 1 } as Blob)).toBeNull();
  const broken = zip({ 'a.txt': Buffer.from(values.NONCE) }).subarray(0, 60);
  expect(await search(broken)).toEqual({ marks: expect.any(Array), keys: [] });
  const bomb = zip({ 'zeros.bin': new Uint8Array(200 * 1024 ** 2) });
  expect(await search(zip({ '1': bomb, '2': bomb, '3': bomb, 'a.txt': Buffer.from('x') }))).toEqual({
    marks: [],
    keys: [],
  });
});

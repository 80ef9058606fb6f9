import { expect, test } from 'vitest';
import { modifiedUtf8, stampClass } from '@/lib/stamps/class-file';
import { classFile, values } from './samples';

test('placeholders in texts of a class are replaced, with their lengths', () => {
  const before = ['a', '%%__USERNAME__%%', 'x', 'v%%__RESOURCE_VERSION__%%!', 'b', 'c', '[%%__LICENSE__%%]'];
  const after = ['a', 'Ana_14', 'x', Buffer.from('v1.2 «ñ» \ud83c\udfae!'), 'b', 'c', '[]'];
  after[3] = Buffer.concat([Buffer.from('v'), modifiedUtf8(values.RESOURCE_VERSION), Buffer.from('!')]);
  expect(stampClass(classFile(...before), values)).toEqual(classFile(...after));
});

test('a class without placeholders in its texts keeps its bytes', () => {
  const plain = classFile('%%__NOBODY__%%', '%%__USER', 'x'.repeat(65_535));
  expect(stampClass(plain, values).equals(plain)).toBe(true);
});

test('texts too long for Java and unreadable constants are refused', () => {
  const almost = `${'x'.repeat(65_535 - 16)}%%__USERNAME__%%`;
  expect(stampClass(classFile(almost), values).length).toBeLessThan(70_000);
  expect(() => stampClass(classFile(`${'x'.repeat(65_535 - 12)}%%__USER__%%`), values)).toThrow(/classFile/);
  const cut = classFile('a', 'b').subarray(0, 14);
  expect(() => stampClass(cut, values)).toThrow(/classFile/);
  const unknown = classFile('a');
  unknown[10] = 99;
  expect(() => stampClass(unknown, values)).toThrow(/classFile/);
});

test('values are encoded as in Java', () => {
  expect(modifiedUtf8('a\0ñ€').toString('hex')).toBe('61c080c3b1e282ac');
  expect(modifiedUtf8('\x7f\x80\u07ff\u0800').toString('hex')).toBe('7fc280dfbfe0a080');
  expect(modifiedUtf8('🎮').toString('hex')).toBe('eda0bcedbeae');
});

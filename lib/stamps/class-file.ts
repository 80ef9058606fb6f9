import { replacePlaceholders, type StampValues } from './placeholders';
import { StampError } from './problem';

/** The first bytes of Java class files. */
const magic = 0xcafebabe;
const poolAt = 10;
const textTag = 1;

/** Bytes after the tag of a constant by its tag; texts have a length of their own (JVM specification, 4.4). */
const lengths: Record<number, number> = {
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 2,
  8: 2,
  9: 4,
  10: 4,
  11: 4,
  12: 4,
  15: 3,
  16: 2,
  17: 4,
  18: 4,
  19: 2,
  20: 2,
};
/** Long and Double count as two constants. */
const wideTags = [5, 6];

/** True if a file begins as a Java class does. */
export const isClassFile = (bytes: Buffer): boolean => bytes.length > poolAt && bytes.readUInt32BE(0) === magic;

/** Text in the encoding of class files: NUL is two bytes, and each UTF-16 unit is encoded by itself. */
export function modifiedUtf8(text: string): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0 && unit < 0x80) bytes.push(unit);
    else if (unit < 0x800) bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f));
    else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
  }
  return Buffer.from(bytes);
}

function stampText(text: Buffer, values: StampValues): Buffer {
  const stamped = replacePlaceholders(text, values, modifiedUtf8);
  const length = Buffer.alloc(2);
  // `writeUInt16BE` throws a RangeError for a text that is longer than Java allows.
  length.writeUInt16BE(stamped.length);
  return Buffer.concat([length, stamped]);
}

/**
 * Replaces placeholders in the texts of a Java class. Everything else keeps its bytes: only the length of a text depends on
 * its value.
 *
 * @throws a StampError if its constants cannot be read, or a text gets longer than Java allows
 */
export function stampClass(bytes: Buffer, values: StampValues): Buffer {
  const parts: Buffer[] = [];
  let copied = 0;
  try {
    const constants = bytes.readUInt16BE(8);
    for (let index = 1, at = poolAt; index < constants; index++) {
      const tag = bytes.readUInt8(at++);
      if (tag === textTag) {
        const end = at + 2 + bytes.readUInt16BE(at);
        if (end > bytes.length) throw new StampError('classFile');
        const text = bytes.subarray(at + 2, end);
        parts.push(bytes.subarray(copied, at), stampText(text, values));
        at = copied = end;
      } else {
        const length = lengths[tag];
        if (!length) throw new StampError('classFile');
        at += length;
        if (wideTags.includes(tag)) index++;
      }
    }
  } catch (problem) {
    if (problem instanceof RangeError) throw new StampError('classFile');
    throw problem;
  }
  return Buffer.concat([...parts, bytes.subarray(copied)]);
}

import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { stampClass } from './class-file';
import type { Entry } from './directory';
import { replacePlaceholders, type StampValues, utf8 } from './placeholders';
import { type Content, methods, type Template } from './template';

const pack = promisify(deflateRaw);

/** A part of a stamped archive: bytes, or a range of the original. */
export type Segment = Buffer | { from: number; to: number };

/** Length of a part in bytes. */
export const lengthOf = (segment: Segment): number =>
  Buffer.isBuffer(segment) ? segment.length : segment.to - segment.from;

/** Sizes and checksum of a changed entry, as its headers state them. */
type Facts = { crc: number; packed: number; size: number };

const withDescriptor = 0x0008;
const zip64Field = 0x0001;

/** Extra fields without the ZIP64 sizes, which are those of the original. */
function withoutSizes(fields: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at < fields.length; ) {
    const end = at + 4 + (at + 4 <= fields.length ? fields.readUInt16LE(at + 2) : 0);
    const isSize = at + 4 <= fields.length && fields.readUInt16LE(at) === zip64Field;
    if (!isSize) kept.push(fields.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

/** The local header of a changed entry. It contains the sizes, as Java requires of stored entries, not a descriptor. */
function localHeader(original: Buffer, { crc, packed, size }: Facts): Buffer {
  const nameLength = original.readUInt16LE(26);
  const extra = withoutSizes(original.subarray(30 + nameLength));
  const header = Buffer.concat([original.subarray(0, 30 + nameLength), extra]);
  header.writeUInt16LE(header.readUInt16LE(6) & ~withDescriptor, 6);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(packed, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(extra.length, 28);
  return header;
}

/** The directory's record of an entry with its new offset, and with its new sizes if it was changed. */
function recordOf(entry: Entry, at: number, facts: Facts | undefined): Buffer {
  const record = Buffer.from(entry.record);
  record.writeUInt32LE(at, 42);
  if (!facts) return record;
  record.writeUInt16LE(record.readUInt16LE(8) & ~withDescriptor, 8);
  record.writeUInt32LE(facts.crc, 16);
  record.writeUInt32LE(facts.packed, 20);
  record.writeUInt32LE(facts.size, 24);
  return record;
}

async function stampContent(content: Content, values: StampValues): Promise<Buffer> {
  switch (content.kind) {
    case 'text':
      return replacePlaceholders(content.bytes, values, utf8);
    case 'class':
      return stampClass(content.bytes, values);
    case 'archive':
      return assemble(content.source, await stamp(content.template, values));
  }
}

/** Assembles a stamped archive from its parts. */
export const assemble = (original: Buffer, segments: Segment[]): Buffer =>
  Buffer.concat(
    segments.map((segment) => (Buffer.isBuffer(segment) ? segment : original.subarray(segment.from, segment.to))),
  );

/**
 * Writes a buyer's values into an archive. Entries without a placeholder are ranges of the original, byte by byte; order, names,
 * times, permissions and comments stay.
 *
 * @returns the parts of the new archive, whose ranges of the original follow each other
 * @throws a StampError if a text of a Java class gets too long
 */
export async function stamp(template: Template, values: StampValues): Promise<Segment[]> {
  const { directory, changes, headers, tail } = template;
  const segments: Segment[] = [];
  const records = new Map<Entry, Buffer>();
  let [copied, written] = [0, 0];
  const add = (segment: Segment) => {
    if (lengthOf(segment) === 0) return;
    segments.push(segment);
    written += lengthOf(segment);
  };
  const inOrder = [...directory.entries].sort((one, other) => one.at - other.at);
  for (const [index, entry] of inOrder.entries()) {
    const content = changes.get(entry);
    const header = headers.get(entry);
    if (!content || !header) {
      records.set(entry, recordOf(entry, written + entry.at - copied, undefined));
      continue;
    }
    add({ from: copied, to: entry.at });
    const bytes = await stampContent(content, values);
    const data = entry.method === methods.stored ? bytes : await pack(bytes);
    const facts = { crc: crc32(bytes), packed: data.length, size: bytes.length };
    records.set(entry, recordOf(entry, written, facts));
    add(localHeader(header, facts));
    add(data);
    // A data descriptor follows the data.
    copied = inOrder[index + 1]?.at ?? directory.at;
  }
  add({ from: copied, to: directory.at });
  const end = Buffer.from(tail);
  end.writeUInt32LE(written, 16);
  for (const entry of directory.entries) add(records.get(entry) ?? entry.record);
  // Bytes between the directory and its end record describe the original.
  end.writeUInt32LE(
    directory.entries.reduce((sum, { record }) => sum + record.length, 0),
    12,
  );
  add(end);
  return segments;
}

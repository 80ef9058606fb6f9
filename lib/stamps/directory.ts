import yauzl from 'yauzl';
import { StampError } from './problem';

const sizes = { directoryEntry: 46, localHeader: 30, end: 22 } as const;
const signatures = { directoryEntry: 0x02014b50, localHeader: 0x04034b50 } as const;
const [zip64Size, zip64Count] = [0xffffffff, 0xffff];

/** An entry of an archive. */
export type Entry = {
  name: string;
  /** Its record in the directory. */
  record: Buffer;
  /** Start of its local header, and start and end of its data. */
  at: number;
  dataAt: number;
  dataEnd: number;
  /** Size as the directory states it. */
  size: number;
  method: number;
  isEncrypted: boolean;
};

/** Directory of an archive, in its order. */
export type Directory = {
  entries: Entry[];
  /** Start of the directory, and the record that ends the archive. */
  at: number;
  endAt: number;
};

/** True for what looks like a ZIP archive. */
export const isArchive = (bytes: Buffer): boolean =>
  bytes.length >= sizes.end && bytes.readUInt32LE(0) === signatures.localHeader;

function entryOf(source: Buffer, entry: yauzl.Entry, record: Buffer): Entry {
  const { compressedSize, uncompressedSize: size, relativeOffsetOfLocalHeader: at } = entry;
  if ([record.readUInt32LE(20), record.readUInt32LE(24), record.readUInt32LE(42)].includes(zip64Size)) {
    throw new StampError('zip64');
  }
  if (source.readUInt32LE(at) !== signatures.localHeader) throw new StampError('broken');
  const dataAt = at + sizes.localHeader + source.readUInt16LE(at + 26) + source.readUInt16LE(at + 28);
  return {
    // Only ASCII names are compared, so each byte is read as one character.
    name: entry.fileNameRaw.toString('latin1'),
    record,
    at,
    dataAt,
    dataEnd: dataAt + compressedSize,
    size,
    method: entry.compressionMethod,
    isEncrypted: entry.isEncrypted(),
  };
}

/** Refuses entries that share bytes: an archive can use them to unpack to far more than its size. */
function refuseOverlaps({ entries, at }: Directory): void {
  const inOrder = [...entries].sort((one, other) => one.at - other.at);
  for (const [index, entry] of inOrder.entries()) {
    if (entry.dataEnd > (inOrder[index + 1]?.at ?? at)) throw new StampError('broken');
  }
}

/**
 * Reads the directory of an archive in memory.
 *
 * @param mostEntries limit of its entries
 * @throws a StampError if it cannot be read, is above the limit, or is a ZIP64 archive
 */
export async function readDirectory(source: Buffer, mostEntries: number): Promise<Directory> {
  try {
    const zip = await yauzl.fromBufferPromise(source, { lazyEntries: true, decodeStrings: false });
    if (zip.entryCount > mostEntries) throw new StampError('large');
    const endAt = source.length - sizes.end - zip.comment.length;
    const at = source.readUInt32LE(endAt + 16);
    if (at === zip64Size || source.readUInt16LE(endAt + 10) === zip64Count) throw new StampError('zip64');
    const entries: Entry[] = [];
    let recordAt = at;
    if (zip.entryCount > 0) {
      for await (const entry of zip.eachEntry()) {
        const { fileNameLength, extraFieldLength, fileCommentLength } = entry;
        const recordEnd = recordAt + sizes.directoryEntry + fileNameLength + extraFieldLength + fileCommentLength;
        entries.push(entryOf(source, entry, source.subarray(recordAt, recordEnd)));
        recordAt = recordEnd;
      }
    }
    const directory = { entries, at, endAt };
    refuseOverlaps(directory);
    return directory;
  } catch (problem) {
    if (problem instanceof StampError) throw problem;
    throw new StampError('broken');
  }
}

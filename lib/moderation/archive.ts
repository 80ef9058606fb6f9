import 'server-only';
import yauzl from 'yauzl';
import { cut } from '@/lib/core/cut';
import { deadlines } from '@/lib/core/http/deadlines';
import { log } from '@/lib/core/log';

/** Kinds of files whose content is a ZIP archive. */
const archiveTypes = ['zip', 'jar', 'mrpack', 'mcpack', 'mcaddon'];
const nestedTypes = [...archiveTypes, 'rar', '7z', 'tar', 'gz', 'xz', 'iso', 'war'];
/** Kinds of files that a computer runs without a game. */
const executableTypes = [
  'exe',
  'dll',
  'com',
  'scr',
  'msi',
  'bat',
  'cmd',
  'ps1',
  'vbs',
  'sh',
  'so',
  'dylib',
  'lnk',
  'app',
];

const typeOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? '';

export const archiveLimits = {
  /** Limit of the listed entries; the rest are only counted. */
  entries: 500,
  /** Limit of the bytes read of one archive, whose directory is at its end. */
  read: 4 * 1024 ** 2,
  /** Limit of a file that is read in full, from a storage without range requests. */
  whole: 32 * 1024 ** 2,
  block: 256 * 1024,
} as const;

type ArchiveEntry = {
  name: string;
  /** As stated by the archive. */
  bytes: number;
  /** It would be extracted outside of the target folder. */
  isUnsafe: boolean;
  isEncrypted: boolean;
  isExecutable: boolean;
  /** An archive within the archive. */
  isArchive: boolean;
};

/** Contents of an archive, as listed in its directory; or the reason why they cannot be listed. */
export type Archive =
  | { kind: 'listed'; entries: ArchiveEntry[]; count: number }
  | { kind: 'unlisted'; reason: 'type' | 'broken' | 'away' };

/** The archive would need too many reads, or storage does not answer. */
class UnreadableError extends Error {}

/** Reads a file in storage by range requests of a fixed size, each once. */
class PartReader extends yauzl.RandomAccessReader {
  readonly #url: string;
  readonly #size: number;
  readonly #blocks = new Map<number, Promise<Buffer>>();
  #whole: Promise<Buffer> | undefined;

  constructor(url: string, size: number) {
    super();
    this.#url = url;
    this.#size = size;
  }

  async #load(index: number): Promise<Buffer> {
    if (this.#whole) return this.#partOf(await this.#whole, index);
    if ((this.#blocks.size + 1) * archiveLimits.block > archiveLimits.read)
      throw new UnreadableError('too much to read');
    const [start, end] = [index * archiveLimits.block, Math.min((index + 1) * archiveLimits.block, this.#size) - 1];
    const response = await fetch(this.#url, {
      headers: { range: `bytes=${start}-${end}` },
      signal: AbortSignal.timeout(deadlines.files),
    });
    const bytes = async () => Buffer.from(await response.arrayBuffer());
    if (response.status === 206) return bytes();
    if (response.status !== 200 || this.#size > archiveLimits.whole) {
      await response.body?.cancel();
      throw new UnreadableError(`storage answered ${response.status}`);
    }
    this.#whole = bytes();
    return this.#partOf(await this.#whole, index);
  }

  #partOf = (whole: Buffer, index: number) =>
    whole.subarray(index * archiveLimits.block, (index + 1) * archiveLimits.block);

  #block(index: number): Promise<Buffer> {
    const known = this.#blocks.get(index);
    if (known) return known;
    const loading = this.#load(index);
    this.#blocks.set(index, loading);
    return loading;
  }

  async #copy(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    for (let done = 0; done < length; ) {
      const index = Math.floor((position + done) / archiveLimits.block);
      const block = await this.#block(index);
      const start = position + done - index * archiveLimits.block;
      const copied = block.copy(buffer, offset + done, start, start + length - done);
      if (copied === 0) throw new Error('the file ends too early');
      done += copied;
    }
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#copy(buffer, offset, length, position).then(() => callback(null), callback);
  }
}

/**
 * Lists an archive in storage without unpacking or fetching it: only its directory is read.
 *
 * @param url its readable address, with range requests if storage supports them
 * @param name its name, whose extension is its kind
 * @param size in bytes
 */
export async function listArchive(url: string, name: string, size: number): Promise<Archive> {
  if (!archiveTypes.includes(typeOf(name))) return { kind: 'unlisted', reason: 'type' };
  try {
    // Names are not validated: moderators must be able to see names that yauzl would refuse.
    const options = { lazyEntries: true, decodeStrings: false } as const;
    const zip = await yauzl.fromRandomAccessReaderPromise(new PartReader(url, size), size, options);
    const entries: ArchiveEntry[] = [];
    if (zip.entryCount > 0) {
      for await (const entry of zip.eachEntry()) {
        const entryName = yauzl.getFileNameLowLevel(
          entry.generalPurposeBitFlag,
          entry.fileNameRaw,
          entry.extraFields,
          false,
        );
        entries.push({
          name: cut(entryName, 300),
          bytes: entry.uncompressedSize,
          isUnsafe: yauzl.validateFileName(entryName) !== null,
          isEncrypted: entry.isEncrypted(),
          isExecutable: executableTypes.includes(typeOf(entryName)),
          isArchive: nestedTypes.includes(typeOf(entryName)),
        });
        if (entries.length >= archiveLimits.entries) break;
      }
    }
    return { kind: 'listed', entries, count: zip.entryCount };
  } catch (error) {
    const isAway = error instanceof UnreadableError || (error instanceof Error && error.name === 'TimeoutError');
    log.warn({ error: String(error) }, 'an archive could not be listed');
    return { kind: 'unlisted', reason: isAway ? 'away' : 'broken' };
  }
}

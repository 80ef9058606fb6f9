import { strFromU8, unzip } from 'fflate';

/** Marks and licence keys that can identify the buyer of a copy. */
export type FoundMarks = { marks: string[]; keys: string[] };

export const findLimits = {
  /** Bytes of the file, and of everything unpacked from it. */
  file: 128 * 1024 ** 2,
  unpacked: 512 * 1024 ** 2,
  depth: 4,
  marks: 5000,
  keys: 1000,
} as const;

const markLength = 32;
const hexadecimal = /[0-9a-f]{32,}/g;
/** Longer rows of digits are not marks. */
const longestRow = 200;
const licenceKey = /[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}/g;
const piece = 1024 ** 2;

type Search = { marks: Set<string>; keys: Set<string>; unpacked: number };

function searchText(text: string, found: Search): void {
  for (const [row] of text.matchAll(hexadecimal)) {
    // A mark may be preceded and followed by other digits.
    for (let at = 0; row.length <= longestRow && at + markLength <= row.length; at++) {
      if (found.marks.size < findLimits.marks) found.marks.add(row.slice(at, at + markLength));
    }
  }
  for (const [key] of text.matchAll(licenceKey)) {
    if (found.keys.size < findLimits.keys) found.keys.add(key);
  }
}

const isArchive = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** Entries of an archive; none if it cannot be read. */
function entriesOf(bytes: Uint8Array, found: Search): Promise<Uint8Array[]> {
  return new Promise((resolve) => {
    const filter = ({ originalSize }: { originalSize: number }) => {
      found.unpacked += originalSize;
      return found.unpacked <= findLimits.unpacked;
    };
    unzip(bytes, { filter }, (problem, files) => resolve(problem ? [] : Object.values(files)));
  });
}

async function search(bytes: Uint8Array, found: Search, depth: number): Promise<void> {
  if (isArchive(bytes) && depth <= findLimits.depth) {
    for (const entry of await entriesOf(bytes, found)) await search(entry, found, depth + 1);
    return;
  }
  // In overlapping pieces, so that no text gets too long, and no mark is cut.
  for (let at = 0; at < bytes.length; at += piece) {
    searchText(strFromU8(bytes.subarray(at, at + piece + longestRow), true), found);
  }
}

/**
 * Finds possible marks of stamped copies, or licence keys: in texts, in Java classes, in other bytes, and in nested
 * archives. The file does not leave the device.
 *
 * @returns null for a file that is too large
 */
export async function findMarks(file: Blob): Promise<FoundMarks | null> {
  if (file.size > findLimits.file) return null;
  const found: Search = { marks: new Set(), keys: new Set(), unpacked: 0 };
  await search(new Uint8Array(await file.arrayBuffer()), found, 1);
  return { marks: [...found.marks], keys: [...found.keys] };
}

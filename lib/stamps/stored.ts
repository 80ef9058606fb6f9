import 'server-only';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { formatStoragePath, parseStoragePath, type StoragePath } from '@/lib/storage/path';
import { fetchForShop } from '@/lib/storage/shop-link';
import { StampError, type StampProblem } from './problem';
import { readTemplate, stampLimits, type Template, weightOf } from './template';

type Read = Result<Template, StampProblem>;

/** Number of files that are read at once, and that may wait: each is in memory while it is read. */
const reading = pLimit(2);
const mostWaiting = 20;
const patience = 60_000;

/** Thrown when too many files are being read, or too many copies sent. */
export class BusyError extends Error {}

/** The bytes of a file; null if it is too large. */
async function load(path: StoragePath): Promise<Buffer | null> {
  const response = await fetchForShop(path, AbortSignal.timeout(patience));
  if (!response.ok || !response.body) throw new Error(`storage answered ${response.status}`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body) {
    length += part.length;
    // Leaving the loop cancels the rest.
    if (length > stampLimits.file) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function readFile(path: StoragePath): Promise<Read> {
  const file = await load(path);
  if (!file) return fail('large');
  try {
    return succeed(await readTemplate(file));
  } catch (problem) {
    if (problem instanceof StampError) return fail(problem.problem);
    throw problem;
  }
}

/** Files in storage never change under their path, so they are read once. */
const known = new LRUCache<string, Read>({
  maxSize: 96 * 1024 ** 2,
  sizeCalculation: (read) => (read.ok ? weightOf(read.value) : 1) + 1,
  fetchMethod: (path) => {
    const parsed = parseStoragePath(path);
    if (!parsed) throw new Error('not a path');
    if (reading.pendingCount >= mostWaiting) throw new BusyError();
    return reading(() => readFile(parsed));
  },
});

/**
 * The template of a file in storage, or why it cannot be stamped. Files are read once and then cached.
 *
 * @param path a path from the database that this person may use, or one that they may send
 * @throws a BusyError if too many files are being read; an Error if storage does not answer
 */
export async function readStored(path: StoragePath): Promise<Read> {
  const read = await known.fetch(formatStoragePath(path));
  if (!read) throw new Error('the file was not read');
  return read;
}

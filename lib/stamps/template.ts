import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { isClassFile, stampClass } from './class-file';
import { type Directory, type Entry, isArchive, readDirectory } from './directory';
import { hasPlaceholder, type StampValues } from './placeholders';
import { StampError } from './problem';

const unpack = promisify(inflateRaw);

const mebibyte = 1024 ** 2;
/** Limits of a file and of everything in it, including nested archives. */
export const stampLimits = {
  /** Bytes of the file. */
  file: 64 * mebibyte,
  /** Bytes that are unpacked to look for placeholders. */
  unpacked: 256 * mebibyte,
  /** Entries. */
  entries: 50_000,
  /** Nesting depth of archives, including the file. */
  depth: 4,
  /** Maximum ratio of unpacked to packed size, for more than `smallBytes`. */
  ratio: 100,
  smallBytes: 16 * mebibyte,
} as const;

/** Content of an entry with placeholders. */
export type Content =
  | { kind: 'text' | 'class'; bytes: Buffer }
  /** An archive within the archive. */
  | { kind: 'archive'; template: Template; source: Buffer };

/** An archive whose entries with placeholders are known; the rest of it is copied. */
export type Template = {
  directory: Directory;
  /** Contents of the entries to be changed. */
  changes: Map<Entry, Content>;
  /** Local headers of these entries. */
  headers: Map<Entry, Buffer>;
  /** From the end of the directory to the end of the archive. */
  tail: Buffer;
};

/** Remaining limits of a file. */
type Budget = { unpacked: number; entries: number };

export const methods = { stored: 0, deflated: 8 } as const;
const readable: number[] = Object.values(methods);

const signature = /^META-INF\/[^/]+\.SF$/i;

async function read(source: Buffer, { dataAt, dataEnd, size, method }: Entry): Promise<Buffer> {
  const data = source.subarray(dataAt, dataEnd);
  const content =
    method === methods.stored
      ? data
      : await unpack(data, { maxOutputLength: Math.max(size, 1) }).catch(() => {
          throw new StampError('broken');
        });
  if (content.length !== size) throw new StampError('broken');
  return content;
}

/** Template of a nested archive; null if it is not a real archive, or has no placeholder. */
async function inner(source: Buffer, budget: Budget, depth: number): Promise<Content | null> {
  try {
    const template = await readArchive(source, budget, depth);
    return template.changes.size > 0 ? { kind: 'archive', template, source } : null;
  } catch (problem) {
    if (problem instanceof StampError && ['broken', 'zip64'].includes(problem.problem)) return null;
    throw problem;
  }
}

async function contentOf(bytes: Buffer, budget: Budget, depth: number): Promise<Content | null> {
  if (isArchive(bytes)) return inner(bytes, budget, depth + 1);
  if (!hasPlaceholder(bytes)) return null;
  if (isClassFile(bytes)) return { kind: 'class', bytes };
  // Other formats with stored lengths would break; they contain zeros, and texts do not.
  return bytes.includes(0) ? null : { kind: 'text', bytes };
}

async function readArchive(source: Buffer, budget: Budget, depth: number): Promise<Template> {
  if (depth > stampLimits.depth) throw new StampError('deep');
  const directory = await readDirectory(source, budget.entries);
  const { entries, endAt } = directory;
  const scanned = entries.filter((entry) => entry.size > 0 && !entry.isEncrypted && readable.includes(entry.method));
  const unpacked = scanned.reduce((sum, { size }) => sum + size, 0);
  budget.entries -= entries.length;
  budget.unpacked -= unpacked;
  const most = Math.max(stampLimits.smallBytes, source.length * stampLimits.ratio);
  if (budget.unpacked < 0 || unpacked > most) throw new StampError('large');
  const changes = new Map<Entry, Content>();
  for (const entry of scanned) {
    const content = await contentOf(await read(source, entry), budget, depth);
    if (content) changes.set(entry, content);
  }
  if (changes.size > 0 && entries.some(({ name }) => signature.test(name))) throw new StampError('signed');
  const headers = new Map([...changes.keys()].map((entry) => [entry, source.subarray(entry.at, entry.dataAt)]));
  return { directory, changes, headers, tail: source.subarray(endAt) };
}

/** Reads classes in advance, so that unreadable ones are detected before the sale. */
function tryClasses({ changes }: Template): void {
  const example = 'x'.repeat(64);
  const values: StampValues = {
    USER: example,
    USERNAME: example,
    RESOURCE: example,
    RESOURCE_VERSION: example,
    NONCE: example,
    TIMESTAMP: example,
    LICENSE: example,
  };
  for (const content of changes.values()) {
    if (content.kind === 'archive') tryClasses(content.template);
    else if (content.kind === 'class') stampClass(content.bytes, values);
  }
}

/** A copy of the parts that are used later, so that the rest of the file can be freed. */
function release(template: Template): Template {
  const { directory, changes, headers } = template;
  for (const entry of directory.entries) entry.record = Buffer.from(entry.record);
  for (const [entry, header] of headers) headers.set(entry, Buffer.from(header));
  for (const [entry, content] of changes) {
    // An unpacked entry has its own bytes, so only stored entries are copied.
    if (entry.method !== methods.stored) continue;
    if (content.kind === 'archive') {
      changes.set(entry, { ...content, template: release(content.template), source: Buffer.from(content.source) });
    } else content.bytes = Buffer.from(content.bytes);
  }
  return { ...template, tail: Buffer.from(template.tail) };
}

/**
 * Finds the placeholders of an archive: in texts, in Java classes, and in archives within it.
 *
 * @throws a StampError if it cannot be stamped; `none` if it has no placeholder
 */
export async function readTemplate(file: Buffer): Promise<Template> {
  if (file.length > stampLimits.file) throw new StampError('large');
  if (!isArchive(file)) throw new StampError('type');
  const budget = { unpacked: stampLimits.unpacked, entries: stampLimits.entries };
  const template = await readArchive(file, budget, 1);
  if (template.changes.size === 0) throw new StampError('none');
  tryClasses(template);
  return release(template);
}

/** Approximate memory of a template in bytes. */
export const weightOf = ({ directory, changes }: Template): number =>
  directory.entries.reduce((sum, { record }) => sum + record.length + 300, 0) +
  [...changes.values()].reduce(
    (sum, content) =>
      sum + (content.kind === 'archive' ? content.source.length + weightOf(content.template) : content.bytes.length),
    0,
  );

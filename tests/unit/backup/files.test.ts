import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Project, restoreFiles, saveFiles } from '../../../scripts/backup/files.ts';

/** More than a buffer of Node may have: files for sale may have 5 GiB. */
const large = 2 ** 31 + 2 ** 26;
const part = new Uint8Array(2 ** 24);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

function* zeros(size: number) {
  for (let left = size; left > 0; left -= part.length) yield part.subarray(0, Math.min(left, part.length));
}

async function hashOf(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const bytes of body) {
    hash.update(bytes);
    size += bytes.length;
  }
  return `${size} ${hash.digest('hex')}`;
}

type Stored = { body: string; contentType: string; cacheControl: string };

/** A project whose files are zeros, of these sizes; stored files are only counted. */
function projectOf(sizes: Record<string, number>) {
  const stored: Record<string, Stored> = {};
  const streamOf = (name: string) => {
    const size = sizes[name];
    if (size === undefined) return { data: null, error: { message: 'Object not found' } };
    return { data: Readable.toWeb(Readable.from(zeros(size))), error: null };
  };
  const from = () => ({
    download: (name: string) => {
      const whole = async () => {
        const { data, error } = streamOf(name);
        return { data: data && (await new Response(data as ReadableStream).blob()), error };
      };
      // biome-ignore lint/suspicious/noThenProperty: as in the responses of the package.
      return { asStream: async () => streamOf(name), then: (...done: never[]) => whole().then(...done) };
    },
    upload: async (name: string, body: AsyncIterable<Uint8Array>, options: Omit<Stored, 'body'>) => {
      const { contentType, cacheControl } = options;
      stored[name] = { body: await hashOf(body), contentType, cacheControl };
      return { data: {}, error: null };
    },
    remove: async (names: string[]) => {
      for (const name of names) delete sizes[name];
      return { data: [], error: null };
    },
  });
  return { project: { storage: { from } } as unknown as Project, stored };
}

/** A database that lists these files. */
const listOf = (names: string[]) =>
  (async (_: unknown, ...values: unknown[]) =>
    names
      .filter((name) => values.length === 0 || values.includes(name))
      .map((name) => ({
        bucket: 'descargas',
        name,
        metadata: { mimetype: 'application/zip', cacheControl: 'max-age=60' },
      }))) as unknown as postgres.Sql;

test('a file larger than a buffer is saved and restored', { tags: 'nightly', timeout: 180_000 }, async () => {
  const { project, stored } = projectOf({ 'x/large.zip': large });
  const names = listOf(['x/large.zip']);
  const { files } = await saveFiles(names, names, project, folder);
  expect(files).toHaveLength(1);
  const [file] = await readdir(join(folder, 'files/descargas'));
  expect((await stat(join(folder, 'files/descargas', String(file)))).size).toBe(large);
  await restoreFiles(project, folder, files);
  expect(stored).toEqual({
    'x/large.zip': { body: `${large} ${files[0]?.sha256}`, contentType: 'application/zip', cacheControl: '60' },
  });
});

test('a file deleted during the backup is recorded, and the others are saved', async () => {
  const { project } = projectOf({ 'x/a.zip': 1000, 'x/c.zip': 1000 });
  const snapshot = listOf(['x/a.zip', 'x/b.zip', 'x/c.zip']);
  const { files, gone } = await saveFiles(snapshot, listOf(['x/a.zip', 'x/c.zip']), project, folder);
  expect(files.map(({ name }) => name).sort()).toEqual(['x/a.zip', 'x/c.zip']);
  expect(gone).toEqual([{ bucket: 'descargas', name: 'x/b.zip' }]);
  expect(await readdir(join(folder, 'files/descargas'))).toHaveLength(2);
});

test('a listed file that cannot be read fails the backup', async () => {
  const { project } = projectOf({ 'x/a.zip': 1000 });
  const listed = listOf(['x/a.zip', 'x/b.zip']);
  await expect(saveFiles(listed, listed, project, folder)).rejects.toThrow('could not read descargas/x/b.zip');
});

test('after a file that cannot be read, no more files are read', async () => {
  const names = Array.from({ length: 50 }, (_, at) => `x/${at + 10}.zip`);
  const { project } = projectOf(Object.fromEntries(names.slice(1).map((name) => [name, 1000])));
  const { download } = project.storage.from('descargas');
  let reads = 0;
  const count = (name: string) => {
    reads += 1;
    return download(name);
  };
  const counted = { storage: { from: () => ({ download: count }) } } as unknown as Project;
  await expect(saveFiles(listOf(names), listOf(names), counted, folder)).rejects.toThrow('could not read');
  await setTimeout(100);
  expect(reads).toBeLessThan(names.length);
});

test('a file refused by storage is reported, unless an earlier attempt has stored it', async () => {
  const { project } = projectOf({ 'x/a.zip': 1000 });
  const names = listOf(['x/a.zip']);
  const { files } = await saveFiles(names, names, project, folder);
  const taken = (there: Record<string, number>) => {
    const { project: other } = projectOf(there);
    const bucket = other.storage.from('descargas');
    const upload = async () => ({ data: null, error: { message: 'The resource already exists' } });
    return { storage: { from: () => ({ ...bucket, upload }) } } as unknown as Project;
  };
  await restoreFiles(taken({ 'x/a.zip': 1000 }), folder, files);
  for (const there of [{}, { 'x/a.zip': 999 }] as Array<Record<string, number>>) {
    await expect(restoreFiles(taken(there), folder, files)).rejects.toThrow('could not store descargas/x/a.zip');
  }
});

test('a file damaged in the backup or after its upload is reported', async () => {
  const { project } = projectOf({ 'x/a.zip': 1000 });
  const names = listOf(['x/a.zip']);
  const { files } = await saveFiles(names, names, project, folder);
  await expect(
    restoreFiles(
      project,
      folder,
      files.map((file) => ({ ...file, sha256: '0' })),
    ),
  ).rejects.toThrow('is damaged in the backup');
  const { project: other } = projectOf({ 'x/a.zip': 999 });
  await expect(restoreFiles(other, folder, files)).rejects.toThrow('is not what was stored');
});

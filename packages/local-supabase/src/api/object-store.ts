import { createHash } from 'node:crypto';
import { copyFile, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { App } from '@supabase/lite';

type StorageAdapter = NonNullable<App['_storageAdapter']>;
type Metadata = Awaited<ReturnType<StorageAdapter['headObject']>>;

async function toBuffer(body: unknown): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body;
  if (body instanceof Uint8Array) return Buffer.from(body);
  const chunks: Buffer[] = [];
  for await (const chunk of Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]))
    chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/**
 * Stores the objects of the embedded Storage API in a folder: bytes in `objects/`, metadata in `metadata/`. The
 * package's own adapter can only be imported by its CLI.
 */
export function createObjectStore(folder: string): StorageAdapter {
  const pathOf = (kind: 'objects' | 'metadata', bucket: string, key: string) => {
    const root = resolve(folder, kind, bucket);
    const path = resolve(root, key);
    if (!path.startsWith(root + sep)) throw new Error(`object key leaves its bucket: ${key}`);
    return kind === 'metadata' ? `${path}.json` : path;
  };
  const write = async (path: string, data: Buffer | string) => {
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${process.pid}.${Date.now()}.draft`;
    await writeFile(draft, data);
    await rename(draft, path);
  };
  const head = async (bucket: string, key: string): Promise<Metadata> => {
    const saved = JSON.parse(await readFile(pathOf('metadata', bucket, key), 'utf8'));
    return { ...saved, lastModified: new Date(saved.lastModified), httpStatusCode: 200 };
  };
  const remove = async (bucket: string, key: string) => {
    await rm(pathOf('objects', bucket, key), { force: true });
    await rm(pathOf('metadata', bucket, key), { force: true });
  };

  /** Streams files of any size. */
  const read = async (path: string) => {
    const file = await open(path);
    return Readable.toWeb(file.createReadStream()) as ReadableStream;
  };

  return {
    driver: undefined,
    async getObject(bucket, key, _version, headers) {
      const metadata = await head(bucket, key);
      if (headers?.ifNoneMatch === metadata.eTag) return { metadata, httpStatusCode: 304 };
      return { metadata, httpStatusCode: 200, body: await read(pathOf('objects', bucket, key)) };
    },
    async uploadObject(bucket, key, _version, body, contentType, cacheControl) {
      const bytes = await toBuffer(body);
      const metadata: Metadata = {
        cacheControl,
        mimetype: contentType,
        contentLength: bytes.length,
        size: bytes.length,
        lastModified: new Date(),
        eTag: `"${createHash('sha1').update(bytes).digest('hex')}"`,
      };
      await write(pathOf('objects', bucket, key), bytes);
      await write(pathOf('metadata', bucket, key), JSON.stringify(metadata));
      return { ...metadata, httpStatusCode: 200 };
    },
    deleteObject: (bucket, key) => remove(bucket, key),
    deleteObjects: async (bucket, keys) => void (await Promise.all(keys.map((key) => remove(bucket, key)))),
    async copyObject(sourceBucket, source, _version, bucket, destination) {
      for (const kind of ['objects', 'metadata'] as const) {
        const target = pathOf(kind, bucket, destination);
        await mkdir(dirname(target), { recursive: true });
        await copyFile(pathOf(kind, sourceBucket, source), target);
      }
      const { eTag, lastModified } = await head(bucket, destination);
      return { httpStatusCode: 200, eTag, lastModified };
    },
    headObject: (bucket, key) => head(bucket, key),
    async privateAssetUrl(bucket, key) {
      const path = pathOf('objects', bucket, key);
      await stat(path);
      return `file://${path}`;
    },
  };
}

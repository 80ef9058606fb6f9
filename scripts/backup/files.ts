import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import pMap from 'p-map';
import type postgres from 'postgres';

export type Project = SupabaseClient;
export type FileName = { bucket: string; name: string };
export type SavedFile = FileName & { contentType: string; cacheControl: string; sha256: string };

const atOnce = { concurrency: 4 };

/** The project of the environment; undefined if its variables are not set. */
export function projectOfEnvironment(): Project | undefined {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = process.env;
  if (!SUPABASE_URL || !SUPABASE_SECRET_KEY) return undefined;
  return createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } });
}

const pathOf = (folder: string, { bucket, name }: FileName) => join(folder, 'files', bucket, encodeURIComponent(name));

/** Streams the bytes, because files may exceed the size of a buffer. */
async function sha256(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of bytes) hash.update(part);
  return hash.digest('hex');
}

/** The browser's stream type has no iterator; Node's has one. */
const readOf = (stream: ReadableStream) => Readable.fromWeb(stream as WebStream);

/**
 * Copies every file known to Storage into a folder.
 *
 * @param sql a transaction with the snapshot of the backup
 * @param now a second connection outside the snapshot, which sees later deletions
 * @returns the saved files, and files deleted before they could be read
 * @throws if a file that still exists cannot be read
 */
export async function saveFiles(
  sql: postgres.Sql,
  now: postgres.Sql,
  project: Project,
  folder: string,
): Promise<{ files: SavedFile[]; gone: FileName[] }> {
  const objects = await sql<Array<FileName & { metadata: Record<string, string> | null }>>`
    select bucket_id as bucket, name, case jsonb_typeof(metadata)
      -- The embedded Storage writes a text that holds the object.
      when 'string' then (metadata #>> '{}')::jsonb else metadata end as metadata
    from storage.objects order by 1, 2`;
  const files: SavedFile[] = [];
  const gone: FileName[] = [];
  await pMap(
    objects,
    async ({ bucket, name, metadata }) => {
      const { data, error } = await project.storage.from(bucket).download(name).asStream();
      if (error) {
        const [listed] = await now`select from storage.objects where bucket_id = ${bucket} and name = ${name}`;
        if (listed) throw new Error(`could not read ${bucket}/${name}: ${error.message}`);
        gone.push({ bucket, name });
        return;
      }
      const path = pathOf(folder, { bucket, name });
      await mkdir(dirname(path), { recursive: true });
      await pipeline(readOf(data), createWriteStream(path));
      files.push({
        bucket,
        name,
        contentType: metadata?.mimetype ?? 'application/octet-stream',
        cacheControl: /max-age=(\d+)/.exec(metadata?.cacheControl ?? '')?.[1] ?? '3600',
        sha256: await sha256(createReadStream(path)),
      });
    },
    atOnce,
  );
  return { files, gone };
}

/**
 * Uploads every file of a backup and reads it back. A file stored by an earlier attempt is kept. Throws if the content
 * of a file differs.
 */
export async function restoreFiles(project: Project, folder: string, files: SavedFile[]): Promise<void> {
  await pMap(
    files,
    async (file) => {
      const { bucket, name, contentType, cacheControl } = file;
      const path = pathOf(folder, file);
      if ((await sha256(createReadStream(path))) !== file.sha256) {
        throw new Error(`${bucket}/${name} is damaged in the backup`);
      }
      const storage = project.storage.from(bucket);
      const headers = { 'content-length': String((await stat(path)).size) };
      const options = { contentType, cacheControl, upsert: true, duplex: 'half', headers };
      const { error } = await storage.upload(name, createReadStream(path), options);
      const { data, error: unread } = await storage.download(name).asStream();
      if (!unread && (await sha256(readOf(data))) === file.sha256) return;
      throw new Error(
        error ? `could not store ${bucket}/${name}: ${error.message}` : `${bucket}/${name} is not what was stored`,
      );
    },
    atOnce,
  );
}

/** Removes files from Storage's list that were deleted during the backup. */
export async function forgetFiles(project: Project, gone: FileName[]): Promise<void> {
  for (const { bucket, name } of gone) {
    const { error } = await project.storage.from(bucket).remove([name]);
    if (error) throw new Error(`could not forget ${bucket}/${name}: ${error.message}`);
  }
}

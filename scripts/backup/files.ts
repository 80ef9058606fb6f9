import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type postgres from 'postgres';

export type Project = SupabaseClient;
export type SavedFile = { bucket: string; name: string; contentType: string; cacheControl: string; sha256: string };

const atOnce = 4;

/** The project whose files are meant, or undefined when its variables are not set. */
export function projectOfEnvironment(): Project | undefined {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = process.env;
  if (!SUPABASE_URL || !SUPABASE_SECRET_KEY) return undefined;
  return createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } });
}

async function eachOf<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const placeOf = (folder: string, { bucket, name }: { bucket: string; name: string }) =>
  join(folder, 'files', bucket, encodeURIComponent(name));

/**
 * Copies every file that Storage knows into a folder.
 *
 * @param sql a transaction whose snapshot the backup is of
 * @throws when a file cannot be read
 */
export async function saveFiles(sql: postgres.Sql, project: Project, folder: string): Promise<SavedFile[]> {
  const objects = await sql<Array<{ bucket: string; name: string; metadata: Record<string, string> | null }>>`
    select bucket_id as bucket, name, metadata from storage.objects order by 1, 2`;
  const saved: SavedFile[] = [];
  await eachOf([...objects], async ({ bucket, name, metadata }) => {
    const { data, error } = await project.storage.from(bucket).download(name);
    if (error) throw new Error(`could not read ${bucket}/${name}: ${error.message}`);
    const bytes = new Uint8Array(await data.arrayBuffer());
    const place = placeOf(folder, { bucket, name });
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, bytes);
    saved.push({
      bucket,
      name,
      contentType: metadata?.mimetype ?? data.type,
      cacheControl: /max-age=(\d+)/.exec(metadata?.cacheControl ?? '')?.[1] ?? '3600',
      sha256: sha256(bytes),
    });
  });
  return saved;
}

/** Stores every file of a backup again, and reads each once more. Throws when one is not what it was. */
export async function restoreFiles(project: Project, folder: string, files: SavedFile[]): Promise<void> {
  await eachOf([...files], async (file) => {
    const { bucket, name, contentType, cacheControl } = file;
    const bytes = await readFile(placeOf(folder, file));
    if (sha256(bytes) !== file.sha256) throw new Error(`${bucket}/${name} is damaged in the backup`);
    const storage = project.storage.from(bucket);
    const { error } = await storage.upload(name, bytes, { contentType, cacheControl, upsert: true });
    if (error) throw new Error(`could not store ${bucket}/${name}: ${error.message}`);
    const { data, error: unread } = await storage.download(name);
    if (unread || sha256(new Uint8Array(await data.arrayBuffer())) !== file.sha256) {
      throw new Error(`${bucket}/${name} is not what was stored`);
    }
  });
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const schema = z.object({
  /** The moment that the backup is of: what happened while it was written is not in it. */
  made: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), sum: z.string() })),
  /** Absent from a backup without files. */
  files: z
    .array(
      z.object({
        bucket: z.string(),
        name: z.string(),
        contentType: z.string(),
        cacheControl: z.string(),
        sha256: z.string(),
      }),
    )
    .optional(),
  /** What Storage listed, and was deleted before it could be read. */
  gone: z.array(z.object({ bucket: z.string(), name: z.string() })).optional(),
});

/** What a backup says about itself. */
export type Manifest = z.infer<typeof schema>;

export const dumpFile = (folder: string) => join(folder, 'database.dump');

/** Written last: a folder without it is no whole backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
}

/** @throws when the folder holds no whole backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new Error(`${folder} holds no whole backup: it has no manifest.json.`);
  });
  return schema.parse(JSON.parse(text));
}

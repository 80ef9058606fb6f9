import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const schema = z.object({
  /** Time of the snapshot. Later changes are not in the backup. */
  made: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), sum: z.string() })),
  /** Absent in a backup without files. */
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
  /** Files listed by Storage, but deleted before they could be read. */
  gone: z.array(z.object({ bucket: z.string(), name: z.string() })).optional(),
});

/** The manifest of a backup. */
export type Manifest = z.infer<typeof schema>;

export const dumpFile = (folder: string) => join(folder, 'database.dump');

/** Writes the manifest, last of all: a folder without one is an incomplete backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
}

/** @throws if the folder contains no complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new Error(`${folder} holds no whole backup: it has no manifest.json.`);
  });
  return schema.parse(JSON.parse(text));
}

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const folder = join(import.meta.dirname, 'artwork');

type Picture = { bucket: string; path: string; body: Buffer; url: string; blur: string };

/** Returns a picture by its file below `artwork/`, such as `portadas/cielos-rotos/cover.webp`. */
export type Artwork = { all: Picture[]; picture: (file: string) => Picture };

async function read(file: string): Promise<[file: string, Picture]> {
  const body = await readFile(join(folder, file));
  const tiny = await sharp(body).resize(16).webp({ quality: 40 }).toBuffer();
  const [bucket = '', ...path] = file.split('/');
  const blur = `data:image/webp;base64,${tiny.toString('base64')}`;
  return [file, { bucket, path: path.join('/'), body, url: `/media/${file}`, blur }];
}

/** Reads the pictures of the demo shop: a folder per bucket, in it one per product or creator. */
export async function readArtwork(): Promise<Artwork> {
  const files = globSync('*/**/*.webp', { cwd: folder }).map((file) => file.replaceAll('\\', '/'));
  const pictures = new Map(await Promise.all(files.map(read)));
  return {
    all: [...pictures.values()],
    picture: (file) => {
      const found = pictures.get(file);
      if (!found) throw new Error(`no picture supabase/seed/artwork/${file}`);
      return found;
    },
  };
}

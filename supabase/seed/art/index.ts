import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { products } from '../data/index.ts';
import { creators } from '../data/people.ts';
import type { Product, Scene } from '../data/types.ts';
import { lettering } from './lettering.ts';
import { vignette } from './paint.ts';
import { createRandom } from './random.ts';
import { painters } from './scenes.ts';
import { screenOf, type World } from './screens.ts';
import { worldOf } from './worlds.ts';

type Picture = { url: string; blur: string };

export type Artwork = {
  products: Record<
    string,
    {
      cover: string;
      coverBlur: string;
      banner: string;
      bannerBlur: string;
      gallery: Picture[];
      editions: Record<string, string>;
    }
  >;
  creators: Record<string, { avatar: string; banner: string }>;
  files: Array<{ bucket: string; path: string; body: Buffer }>;
};

type Job = {
  bucket: string;
  path: string;
  width: number;
  height: number;
  scene: Scene;
  hue: number;
  seed: string;
  title?: string;
  label?: string;
  /** Which picture of the gallery of such a product it is. */
  screen?: { product: Product; index: number };
};

function draw(job: Job): { svg: string; world: World | null } {
  const canvas = { width: job.width, height: job.height, hue: job.hue, random: createRandom(job.seed) };
  const { drawing, world } = job.screen
    ? screenOf(job.screen.product, job.screen.index, canvas)
    : { drawing: painters[job.scene](canvas) + vignette(canvas, job.title ? 0.86 : 0.4), world: null };
  const text = job.title ? lettering(job.title, job.scene, job.hue, job.width, job.height, job.label) : '';
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${job.width}" height="${job.height}">${drawing}${text}</svg>`,
    world,
  };
}

/** Changes the names of kept pictures with the code that paints worlds. */
const worldVersion = 1;
const worldSize = { width: 640, height: 360 };

/** The last worlds: pictures of one product follow each other, and share two of them. */
const lastWorlds = new Map<string, Buffer>();

function pixelsOf({ scene, hue, seed }: World): Buffer {
  const known = lastWorlds.get(seed);
  if (known) return known;
  const pixels = worldOf(scene, hue, createRandom(seed), worldSize.width, worldSize.height);
  lastWorlds.set(seed, pixels);
  const [oldest] = lastWorlds.keys();
  if (lastWorlds.size > 8 && oldest !== undefined) lastWorlds.delete(oldest);
  return pixels;
}

/** A world of blocks under what is drawn upon it. */
function overWorld(world: World, svg: string, size: { width: number; height: number }) {
  return sharp(pixelsOf(world), { raw: { ...worldSize, channels: 3 } })
    .resize({ ...size, kernel: 'nearest' })
    .composite([{ input: Buffer.from(svg) }]);
}

/** Paints a picture, or takes it from the folder where the same drawing was painted before. */
async function paint(job: Job, folder: string, known: Set<string>): Promise<{ body: Buffer; blur: string }> {
  const { svg, world } = draw(job);
  const name = `${createHash('sha256')
    .update(svg.replace(/\bg\d+\b/g, 'g'))
    .update(world ? `${worldVersion}:${JSON.stringify(world)}` : '')
    .digest('hex')
    .slice(0, 24)}.webp`;
  const file = join(folder, name);
  let body: Buffer;
  if (known.has(name)) body = await readFile(file);
  else {
    const picture = world ? overWorld(world, svg, { width: job.width, height: job.height }) : sharp(Buffer.from(svg));
    body = await picture.webp({ quality: 82, effort: 2 }).toBuffer();
    await writeFile(file, body);
  }
  const tiny = await sharp(body).resize(16).webp({ quality: 40 }).toBuffer();
  return { body, blur: `data:image/webp;base64,${tiny.toString('base64')}` };
}

function jobsFor(): Job[] {
  const cover = { width: 720, height: 960 };
  const wide = { width: 1280, height: 720 };
  const jobs: Job[] = [];
  for (const product of products) {
    const { slug, name, scene, hue, editions = [] } = product;
    const shared = { bucket: 'portadas', scene, hue };
    jobs.push({ ...shared, ...cover, path: `${slug}/cover.webp`, seed: slug, title: name });
    jobs.push({ ...shared, ...wide, path: `${slug}/banner.webp`, seed: `${slug}:banner` });
    for (let index = 1; index <= 4; index += 1)
      jobs.push({
        ...shared,
        ...wide,
        path: `${slug}/gallery-${index}.webp`,
        seed: `${slug}:${index}`,
        screen: { product, index: index - 1 },
      });
    editions.forEach((edition, index) => {
      jobs.push({
        ...shared,
        ...cover,
        path: `${slug}/edition-${index + 1}.webp`,
        seed: `${slug}:${edition.name}`,
        hue: hue + 30 * (index + 1),
        title: name,
        label: edition.name,
      });
    });
  }
  for (const { username, scene, hue } of creators) {
    const shared = { bucket: 'avatars', scene, hue };
    jobs.push({
      ...shared,
      path: `creadores/${username}/avatar.webp`,
      width: 320,
      height: 320,
      seed: `${username}:avatar`,
    });
    jobs.push({
      ...shared,
      path: `creadores/${username}/banner.webp`,
      width: 1600,
      height: 500,
      seed: `${username}:banner`,
    });
  }
  return jobs;
}

/**
 * Paints every picture of the demo shop.
 *
 * @param folder where paintings are kept between runs; the second run only reads
 */
export async function renderArtwork(folder: string): Promise<Artwork> {
  await mkdir(folder, { recursive: true });
  const known = new Set(await readdir(folder));
  const queue = jobsFor();
  const painted = new Map<string, { body: Buffer; blur: string; bucket: string }>();
  const worker = async () => {
    for (let job = queue.pop(); job; job = queue.pop())
      painted.set(job.path, { ...(await paint(job, folder, known)), bucket: job.bucket });
  };
  await Promise.all(Array.from({ length: 4 }, worker));

  const picture = (path: string): Picture => {
    const found = painted.get(path);
    if (!found) throw new Error(`not painted: ${path}`);
    return { url: `/media/${found.bucket}/${path}`, blur: found.blur };
  };
  return {
    files: [...painted].map(([path, { bucket, body }]) => ({ bucket, path, body })),
    products: Object.fromEntries(
      products.map(({ slug, editions = [] }) => {
        const cover = picture(`${slug}/cover.webp`);
        const banner = picture(`${slug}/banner.webp`);
        return [
          slug,
          {
            cover: cover.url,
            coverBlur: cover.blur,
            banner: banner.url,
            bannerBlur: banner.blur,
            gallery: [1, 2, 3, 4].map((index) => picture(`${slug}/gallery-${index}.webp`)),
            editions: Object.fromEntries(
              editions.map((edition, index) => [edition.name, picture(`${slug}/edition-${index + 1}.webp`).url]),
            ),
          },
        ];
      }),
    ),
    creators: Object.fromEntries(
      creators.map(({ username }) => [
        username,
        {
          avatar: picture(`creadores/${username}/avatar.webp`).url,
          banner: picture(`creadores/${username}/banner.webp`).url,
        },
      ]),
    ),
  };
}

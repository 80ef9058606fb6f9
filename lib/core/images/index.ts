import 'server-only';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { oncePerProcess } from '../once-per-process.mjs';

const formats = new Set(['png', 'jpeg', 'webp']);
const smallestSide = 32;
const mostPixels = 50_000_000;

/**
 * Limits how many pictures are processed at once, for all people together and with one thread each: a picture of 50
 * million pixels uses a processor for seconds, and the other processors stay free for readers.
 */
const inTurn = oncePerProcess('pictures', () => pLimit(Math.max(1, Math.floor(availableParallelism() / 2))));
sharp.concurrency(1);

export type Encoded = { data: Buffer<ArrayBufferLike>; width: number; height: number };

/**
 * Re-encodes an uploaded picture as WebP, once it is its turn: decoded by content, rotated upright and resized. No
 * metadata of the file survives. A JPEG may lack its end marker, as some cameras and editors leave it out.
 *
 * @param resize the transformation of the decoded picture
 * @returns null for anything but a PNG, JPEG or WebP of a sensible size
 */
export const reencode = (file: Uint8Array, resize: (image: Sharp) => Sharp): Promise<Encoded | null> =>
  inTurn(async () => {
    const encoded = await encode(file, 'error', resize);
    if (encoded || !lacksEnd(file)) return encoded;
    // With the end marker, a complete picture is decoded without a warning; a truncated one still warns.
    return encode(Buffer.concat([file, jpegEnd]), 'warning', resize);
  });

const jpegEnd = Buffer.from([0xff, 0xd9]);
const lacksEnd = (file: Uint8Array) =>
  file[0] === 0xff && file[1] === 0xd8 && !(file.at(-2) === 0xff && file.at(-1) === 0xd9);

async function encode(
  file: Uint8Array,
  failOn: 'error' | 'warning',
  resize: (image: Sharp) => Sharp,
): Promise<Encoded | null> {
  try {
    const image = sharp(file, { limitInputPixels: mostPixels, failOn, pages: 1 });
    const { format, width, height } = await image.metadata();
    if (!formats.has(format) || Math.min(width, height) < smallestSide) return null;
    const { data, info } = await resize(image.autoOrient()).webp({ quality: 82 }).toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

/** A tiny picture as a data URL, shown until the real one has loaded. */
export async function makeBlur(file: Uint8Array): Promise<string> {
  const tiny = await inTurn(() => sharp(file).resize({ width: 12 }).webp({ quality: 40 }).toBuffer());
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}

type Size = { width: number; height: number };

async function draw(source: Uint8Array, { width, height }: Size): Promise<Buffer> {
  const { width: has = 1, height: high = 1 } = await sharp(source).metadata();
  const filled = sharp(source).resize(width, height, { fit: 'cover' });
  if (has / high > 1.3) return filled.jpeg({ quality: 82 }).toBuffer();
  const whole = await sharp(source).resize(width, height, { fit: 'inside' }).toBuffer();
  const behind = await filled.blur(30).modulate({ brightness: 0.6 }).toBuffer();
  return sharp(behind)
    .composite([{ input: whole }])
    .jpeg({ quality: 82 })
    .toBuffer();
}

/**
 * A picture as a JPEG of an exact size: cropped if it is wide enough, otherwise whole before a blurred copy of itself.
 *
 * @throws if it is not a picture
 */
export const toShareJpeg = (source: Uint8Array, size: Size): Promise<Buffer> => inTurn(() => draw(source, size));

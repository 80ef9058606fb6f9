import 'server-only';
import sharp from 'sharp';
import { fail, type Result, succeed } from '@/lib/action/result';
import { type ProfileImageKind, profileImages } from './index';

const formats = new Set(['png', 'jpeg', 'webp']);
const smallestSide = 32;
const mostPixels = 50_000_000;

/**
 * Makes a profile picture of what somebody sent (SPEC §5): it is decoded whatever its name says, turned upright, cut
 * to size and encoded anew, so that nothing of the file itself, its metadata included, is kept.
 *
 * @returns WebP bytes, or `image_invalid` for anything but a PNG, JPEG or WebP picture of a sensible size
 */
export async function makeProfileImage(
  file: Uint8Array,
  kind: ProfileImageKind,
): Promise<Result<Buffer<ArrayBufferLike>, 'image_invalid'>> {
  try {
    const image = sharp(file, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
    const { format, width, height } = await image.metadata();
    if (!formats.has(format) || Math.min(width, height) < smallestSide) return fail('image_invalid');
    return succeed(
      await image
        .autoOrient()
        .resize({ ...profileImages[kind], fit: 'cover' })
        .webp({ quality: 82 })
        .toBuffer(),
    );
  } catch {
    return fail('image_invalid');
  }
}

import 'server-only';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { type Encoded, reencode } from '@/lib/core/images';
import { type ProfileImageKind, profileImages } from './index';

/**
 * Re-encodes an uploaded profile picture.
 *
 * @returns the WebP picture, or `imageInvalid` for anything but a PNG, JPEG or WebP of a sensible size
 */
export async function makeProfileImage(
  file: Uint8Array,
  kind: ProfileImageKind,
): Promise<Result<Encoded, 'imageInvalid'>> {
  const made = await reencode(file, (image) => image.resize({ ...profileImages[kind], fit: 'cover' }));
  return made ? succeed(made) : fail('imageInvalid');
}

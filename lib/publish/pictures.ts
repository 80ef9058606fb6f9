import 'server-only';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { reencode } from '@/lib/core/images';
import { storePublicPicture } from '@/lib/storage/pictures';
import { type DraftPicture, type ProductImageKind, productImages } from './types';

/**
 * Stores a picture of a product in the creator's folder: decoded, cut to size and encoded again (docs/architecture.md,
 * "Storage and pictures").
 *
 * @returns `image_invalid` for anything but a picture, `no_space` for a creator with too many, `upload_failed` when
 *   storage refuses it
 */
export async function storePicture(
  creatorId: string,
  kind: ProductImageKind,
  file: Uint8Array,
): Promise<Result<DraftPicture, 'image_invalid' | 'no_space' | 'upload_failed'>> {
  const fit = kind === 'gallery' ? 'inside' : 'cover';
  const made = await reencode(file, (image) =>
    image.resize({ ...productImages[kind], fit, withoutEnlargement: kind === 'gallery' }),
  );
  if (!made) return fail('image_invalid');
  const stored = await storePublicPicture('portadas', creatorId, made);
  return stored.ok ? succeed({ ...stored.value, width: made.width, height: made.height }) : fail(stored.error);
}

import 'server-only';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { reencode } from '@/lib/core/images';
import { storePublicPicture } from '@/lib/storage/pictures';
import { type DraftPicture, type ProductImageKind, productImages } from './types';

/**
 * Stores a product picture in the creator's folder: decoded, resized and encoded again (docs/architecture.md, "Storage
 * and pictures").
 *
 * @returns `imageInvalid` for anything but a picture, `noSpace` above the quota, `uploadFailed` if storage refuses it
 */
export async function storePicture(
  creatorId: string,
  kind: ProductImageKind,
  file: Uint8Array,
): Promise<Result<DraftPicture, 'imageInvalid' | 'noSpace' | 'uploadFailed'>> {
  const fit = kind === 'gallery' ? 'inside' : 'cover';
  const made = await reencode(file, (image) =>
    image.resize({ ...productImages[kind], fit, withoutEnlargement: kind === 'gallery' }),
  );
  if (!made) return fail('imageInvalid');
  const stored = await storePublicPicture('portadas', creatorId, made);
  return stored.ok ? succeed({ ...stored.value, width: made.width, height: made.height }) : fail(stored.error);
}

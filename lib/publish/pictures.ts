import 'server-only';
import { randomUUID } from 'node:crypto';
import { fail, type Result, succeed } from '@/lib/action/result';
import { makeBlur, reencode } from '@/lib/images';
import { createRequestClient } from '@/lib/supabase/server';
import { type DraftPicture, type ProductImageKind, productImages } from './types';

/**
 * Stores a picture of a product: decoded, cut to size and encoded anew (DESIGN: images), below the creator's folder.
 *
 * @returns `image_invalid` for what is no picture, `upload_failed` when storage does not take it
 */
export async function storePicture(
  creatorId: string,
  kind: ProductImageKind,
  file: Uint8Array,
): Promise<Result<DraftPicture, 'image_invalid' | 'upload_failed'>> {
  const fit = kind === 'gallery' ? 'inside' : 'cover';
  const made = await reencode(file, (image) =>
    image.resize({ ...productImages[kind], fit, withoutEnlargement: kind === 'gallery' }),
  );
  if (!made) return fail('image_invalid');
  const path = `${creatorId}/${randomUUID()}.webp`;
  const { error } = await (await createRequestClient()).storage
    .from('portadas')
    .upload(path, made.data, { cacheControl: '31536000', contentType: 'image/webp' });
  if (error) return fail('upload_failed');
  const blur = await makeBlur(made.data);
  return succeed({ url: `/media/portadas/${path}`, width: made.width, height: made.height, blur });
}

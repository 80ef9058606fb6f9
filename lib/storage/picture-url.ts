import { type Bucket, parseStoragePath, type StoragePath } from '@/lib/storage/path';

const prefix = '/media/';
const ofTheShop = /^\/[a-z][a-z-]*\.webp$/;

/**
 * Parses `/media/<bucket>/…/<name>.webp`, the address of an encoded picture.
 *
 * @returns null for anything else
 */
export function parsePictureUrl(url: string, allowed: readonly Bucket[] = ['avatars', 'portadas']): StoragePath | null {
  const path = url.startsWith(prefix) && url.endsWith('.webp') ? parseStoragePath(url.slice(prefix.length)) : null;
  return path && allowed.includes(path.bucket) ? path : null;
}

/** True if a page may show this picture: encoded by the shop, or one of its own files. */
export const isPicture = (url: string, allowed?: readonly Bucket[]): boolean =>
  ofTheShop.test(url) || parsePictureUrl(url, allowed) !== null;

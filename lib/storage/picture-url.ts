import { parseStoragePath, type StoragePath } from '@/lib/storage/path';

const prefix = '/media/';
const ofTheShop = /^\/[a-z][a-z-]*\.webp$/;

/**
 * Parses `/media/<bucket>/…/<name>.webp`, the address of an encoded picture.
 *
 * @returns null for anything else
 */
export function parsePictureUrl(url: string): StoragePath | null {
  const path = url.startsWith(prefix) && url.endsWith('.webp') ? parseStoragePath(url.slice(prefix.length)) : null;
  return path?.bucket === 'avatars' || path?.bucket === 'portadas' ? path : null;
}

/** True if a page may show this picture: encoded by the shop, or one of its own files. */
export const isPicture = (url: string): boolean => ofTheShop.test(url) || parsePictureUrl(url) !== null;

import type { StoragePath } from '@/lib/storage/path';
import { parsePictureUrl } from '@/lib/storage/picture-url';

/** The size that networks and messengers show. */
export const sharedSize = { width: 1200, height: 630 } as const;

const prefix = '/share/';

/** The address of a picture as a JPEG for link previews; null for one that is not in storage. */
export const sharePath = (url: string): string | null =>
  parsePictureUrl(url) ? url.replace(/^\/media\//, prefix).replace(/\.webp$/, '.jpg') : null;

/** The picture in storage of an address by `sharePath`; null for anything else. */
export const parseSharePath = (path: string): StoragePath | null =>
  path.startsWith(prefix) && path.endsWith('.jpg')
    ? parsePictureUrl(path.replace(prefix, '/media/').replace(/\.jpg$/, '.webp'))
    : null;

/** The buckets of the shop: public pictures, portraits, and the files for sale. */
export const buckets = ['avatars', 'descargas', 'portadas'] as const;
export type Bucket = (typeof buckets)[number];

/** The parsed name of an object in storage; only `parseStoragePath` makes one. */
export type StoragePath = { readonly bucket: Bucket; readonly name: string; readonly [parsed]: true };

declare const parsed: unique symbol;

const pattern = new RegExp(`^(${buckets.join('|')})((?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*){1,6})$`);
const longest = 200;

/**
 * Reads `bucket/folder/…/file`, the only form of object names in the shop. Each segment has only plain letters, digits,
 * `_`, `-` and `.`, and does not begin with a dot, so that an address made from it cannot lead elsewhere: fetch
 * resolves `..` before storage sees it. The database has the same rules (`ruta_valida`).
 *
 * @returns null for anything else
 */
export function parseStoragePath(text: string): StoragePath | null {
  const [, bucket, name] = (text.length <= longest && pattern.exec(text)) || [];
  return bucket && name ? ({ bucket: bucket as Bucket, name: name.slice(1) } as StoragePath) : null;
}

/** `bucket/folder/…/file`, as it stands in the database. */
export const formatStoragePath = ({ bucket, name }: StoragePath): string => `${bucket}/${name}`;

/** The last part of a path. */
export const fileName = ({ name }: StoragePath): string => name.slice(name.lastIndexOf('/') + 1);

/** The buckets of the shop: pictures that everybody sees, portraits, and the files that are sold. */
export const buckets = ['avatars', 'descargas', 'portadas'] as const;
export type Bucket = (typeof buckets)[number];

/** An object of storage whose name has been parsed: only `parseStoragePath` makes one. */
export type StoragePath = { readonly bucket: Bucket; readonly name: string; readonly [parsed]: true };

declare const parsed: unique symbol;

const pattern = new RegExp(`^(${buckets.join('|')})((?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*){1,6})$`);
const longest = 200;

/**
 * Reads `bucket/folder/…/file`, the only names of objects that the shop knows. Every segment is plain letters, digits,
 * `_`, `-` and `.`, and begins with none of the dots, so that no address made of it leads anywhere else: fetch
 * resolves `..` before the storage sees it. The database has the same rules (`ruta_valida`).
 *
 * @returns null for anything else
 */
export function parseStoragePath(text: string): StoragePath | null {
  const [, bucket, name] = (text.length <= longest && pattern.exec(text)) || [];
  return bucket && name ? ({ bucket: bucket as Bucket, name: name.slice(1) } as StoragePath) : null;
}

export const formatStoragePath = ({ bucket, name }: StoragePath): string => `${bucket}/${name}`;

/** The folder of the private bucket in which a creator's files are. */
export const isOwnFile = (path: StoragePath, userId: string): boolean =>
  path.bucket === 'descargas' && path.name.startsWith(`${userId}/`);

/** The name by which a file is saved. */
export const fileName = ({ name }: StoragePath): string => name.slice(name.lastIndexOf('/') + 1);

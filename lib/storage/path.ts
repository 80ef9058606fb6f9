/** Buckets: portraits, files for sale, pictures, evidence in disputes. */
export const buckets = ['avatars', 'descargas', 'portadas', 'pruebas'] as const;
type Bucket = (typeof buckets)[number];

/** A parsed object name; only `parseStoragePath` creates one. */
export type StoragePath = { readonly bucket: Bucket; readonly name: string; readonly [parsed]: true };

declare const parsed: unique symbol;

const pattern = new RegExp(`^(${buckets.join('|')})((?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*){1,6})$`);
const longest = 200;

/**
 * Parses `bucket/folder/…/file`, the only form of object names. Each segment has only letters, digits, `_`, `-` and
 * `.`, and does not begin with a dot, so that an address built from it cannot point elsewhere: fetch resolves `..`
 * before storage sees it. Same as `ruta_valida` in SQL.
 *
 * @returns null for anything else
 */
export function parseStoragePath(text: string): StoragePath | null {
  const [, bucket, name] = (text.length <= longest && pattern.exec(text)) || [];
  return bucket && name ? ({ bucket: bucket as Bucket, name: name.slice(1) } as StoragePath) : null;
}

/** `bucket/folder/…/file`, as in the database. */
export const formatStoragePath = ({ bucket, name }: StoragePath): string => `${bucket}/${name}`;

/** The last part of a path. */
export const fileName = ({ name }: StoragePath): string => name.slice(name.lastIndexOf('/') + 1);

import 'server-only';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import type { StoragePath } from './path';

/** The only way into storage: it takes parsed paths only, and acts with the rights of the person of this request. */
async function bucketOf({ bucket }: StoragePath) {
  return (await createRequestClient()).storage.from(bucket);
}

/**
 * A link to read one object for a while, if the signed-in person may read it.
 *
 * @param seconds how long the link is good for
 * @param saveAs the name under which a browser saves it
 * @returns null when the person may not, or there is no such object
 */
export async function signRead(path: StoragePath, seconds: number, saveAs?: string): Promise<string | null> {
  const bucket = await bucketOf(path);
  const { data, error } = await bucket.createSignedUrl(path.name, seconds, saveAs ? { download: saveAs } : undefined);
  if (error) log.warn({ bucket: path.bucket, error: error.message }, 'no link to read a file');
  return data?.signedUrl ?? null;
}

/** A link by which the browser sends one object, if the signed-in person may; good for two hours. */
export async function signWrite(path: StoragePath): Promise<string | null> {
  const { data, error } = await (await bucketOf(path)).createSignedUploadUrl(path.name);
  if (error) log.warn({ bucket: path.bucket, error: error.message }, 'no link to send a file');
  return data?.signedUrl ?? null;
}

/** Whether an object is there that the signed-in person may read. */
export async function isStored(path: StoragePath): Promise<boolean> {
  const bucket = await bucketOf(path);
  // For an object that is not there the client answers `false` or throws, as the storage behind it does.
  return bucket.exists(path.name).then(
    ({ data }) => data,
    () => false,
  );
}

/**
 * Stores what the shop has made for the signed-in person, who must have the permission for this very path.
 *
 * @returns why not, or null when it is stored
 */
export async function store(
  path: StoragePath,
  body: Buffer<ArrayBufferLike>,
  contentType: string,
): Promise<string | null> {
  const { error } = await (await bucketOf(path)).upload(path.name, body, { cacheControl: '31536000', contentType });
  return error?.message ?? null;
}

/** An object of a public bucket, as the storage answers it. */
export const fetchPublic = ({ bucket, name }: StoragePath): Promise<Response> =>
  fetch(`${env().SUPABASE_URL}/storage/v1/object/public/${bucket}/${name}`, { redirect: 'error' });

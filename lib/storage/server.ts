import 'server-only';
import { env } from '@/lib/core/env';
import { deadlines, fetchHead } from '@/lib/core/http/deadlines';
import { log } from '@/lib/core/log';
import { createPublicClient, createRequestClient } from '@/lib/core/supabase/server';
import type { StoragePath } from './path';

/** The only access to storage. It accepts parsed paths only, and acts with the rights of the person of this request. */
async function bucketOf({ bucket }: StoragePath) {
  return (await createRequestClient()).storage.from(bucket);
}

/**
 * A temporary link to one object, if the signed-in person may read it.
 *
 * @param seconds how long the link is valid
 * @param saveAs the name under which a browser saves it
 * @returns null if the person may not, or the object does not exist
 */
export async function signRead(path: StoragePath, seconds: number, saveAs?: string): Promise<string | null> {
  const bucket = await bucketOf(path);
  const { data, error } = await bucket.createSignedUrl(path.name, seconds);
  if (error) log.warn({ bucket: path.bucket, error: error.message }, 'no link to read a file');
  if (!data) return null;
  // The client would encode the name twice.
  return saveAs ? `${data.signedUrl}&download=${encodeURIComponent(saveAs)}` : data.signedUrl;
}

/**
 * A token for a resumable upload of one object, if the signed-in person may; valid for two hours. A new token continues
 * an upload.
 */
export async function signParts(path: StoragePath): Promise<{ endpoint: string; token: string } | null> {
  const { data, error } = await (await bucketOf(path)).createSignedUploadUrl(path.name);
  if (error) log.warn({ bucket: path.bucket, error: error.message }, 'no token to send a file');
  return data && { endpoint: `${env().SUPABASE_URL}/storage/v1/upload/resumable/sign`, token: data.token };
}

/**
 * An address to which anyone who has it can send the bytes of one file by `PUT`, once and within two hours: for uploads
 * that were permitted to an API key (`puede_subir_con_llave`).
 *
 * @returns null if the path was not permitted, or has its file already
 */
export async function signUpload({ bucket, name }: StoragePath): Promise<string | null> {
  const { data, error } = await createPublicClient().storage.from(bucket).createSignedUploadUrl(name);
  if (error) log.warn({ bucket, error: error.message }, 'no address to send a file');
  return data?.signedUrl ?? null;
}

/**
 * Stores a file for the signed-in person, who needs a permission for this path.
 *
 * @returns the refusal, or null
 */
export async function store(
  path: StoragePath,
  body: Buffer<ArrayBufferLike>,
  contentType: string,
): Promise<string | null> {
  const { error } = await (await bucketOf(path)).upload(path.name, body, { cacheControl: '31536000', contentType });
  return error?.message ?? null;
}

/** The response of storage for an object of a public bucket. */
export const fetchPublic = ({ bucket, name }: StoragePath): Promise<Response> =>
  fetchHead(deadlines.picture, `${env().SUPABASE_URL}/storage/v1/object/public/${bucket}/${name}`, {
    redirect: 'error',
  });

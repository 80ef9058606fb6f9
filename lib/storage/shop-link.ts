import 'server-only';
import { deadlines, fetchHead, fetchWithin } from '@/lib/core/http/deadlines';
import type { StoragePath } from './path';
import { shopStorage } from './shop-client';

const secondsToStart = 60;

/** Storage has no file under a path. */
export class MissingFileError extends Error {}

/**
 * Fetches a file with the shop's own permissions: one that neither its buyer nor its creator may read, such as the
 * original of stamped copies (docs/decisions/0011), or one that a job sends. The path comes from the database or from a
 * check against it, never from a person.
 *
 * @returns the response of storage, whose body streams
 * @throws a MissingFileError if there is no such file; an Error if storage does not answer
 */
export async function fetchForShop(path: StoragePath, signal?: AbortSignal): Promise<Response> {
  const bucket = shopStorage(fetchWithin(deadlines.files)).from(path.bucket);
  const { data, error } = await bucket.createSignedUrl(path.name, secondsToStart);
  if (error && /not.?found/i.test(error.message)) throw new MissingFileError('storage has no such file');
  if (error) throw new Error(`no link to a file: ${error.message}`);
  return fetchHead(deadlines.files, data.signedUrl, { redirect: 'error', ...(signal && { signal }) });
}

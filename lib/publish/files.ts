import 'server-only';
import { randomUUID } from 'node:crypto';
import { fail, type Result, succeed } from '@/lib/action/result';
import { createAdminClient } from '@/lib/supabase/admin';
import { fileTypes } from './types';

const bucket = 'descargas';

/** A file name that storage and every file system take. */
const safeName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/-{2,}|\.{2,}/g, '-')
    .replace(/^[-.]+/, '')
    .slice(-80);

/**
 * A link by which the browser sends one product file straight to storage, never through the shop. It is good for two
 * hours and for this one file.
 *
 * @returns the link, and how the draft names the file; `file_type` for a kind that is not sold here
 */
export async function signUpload(
  creatorId: string,
  name: string,
): Promise<Result<{ uploadUrl: string; downloadLink: string }, 'file_type' | 'failed'>> {
  const clean = safeName(name);
  const type = clean.split('.').at(-1)?.toLowerCase();
  if (!fileTypes.some((known) => known === type) || !clean.includes('.')) return fail('file_type');
  const path = `${creatorId}/${randomUUID()}/${clean}`;
  const { data, error } = await createAdminClient().storage.from(bucket).createSignedUploadUrl(path);
  if (error) return fail('failed');
  return succeed({ uploadUrl: data.signedUrl, downloadLink: `${bucket}/${path}` });
}

/** Whether a file that a draft names has arrived. Addresses outside the shop are the creator's own affair. */
export async function hasArrived(downloadLink: string): Promise<boolean> {
  if (!downloadLink.startsWith(`${bucket}/`)) return true;
  const path = downloadLink.slice(bucket.length + 1);
  // For a file that is not there the client answers `false` or throws, as the storage behind it does.
  return createAdminClient()
    .storage.from(bucket)
    .exists(path)
    .then(({ data }) => data)
    .catch(() => false);
}

/** What a virus scanner answers about a file of the bucket `descargas`. */
export type ScanFile = (downloadLink: string) => Promise<{ clean: boolean; finding?: string }>;

/**
 * The place for a virus scanner: called with every uploaded file before a draft goes to review, which a file that is
 * not clean refuses. No scanner comes with the shop; a hosted one is called here, and its finding is logged.
 */
export const scanFile: ScanFile = async () => ({ clean: true });

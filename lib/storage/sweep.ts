import 'server-only';
import { z } from 'zod';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { parseStoragePath } from './path';
import { removeObjects } from './remove';

const paths = z.array(z.string());

/**
 * Deletes files from storage that nothing has needed for thirty days: no product, revision or draft of their creator, nor
 * a buyer of one whose account is deleted (`archivo_en_uso`). Each call looks at some files more, and deletes at most
 * fifty. Safe to repeat, and to run twice at once.
 *
 * @returns how many
 * @throws when the database or storage does not answer
 */
export async function sweepFiles(): Promise<number> {
  const client = createAdminClient();
  const unused = await readRpc(client, 'archivos_retirados', {}, paths);
  await removeObjects(unused.map(parseStoragePath).filter((path) => path !== null));
  if (unused.length > 0) await readRpc(client, 'olvidar_archivos', { p_rutas: unused }, nothing);
  return unused.length;
}

/**
 * Deletes portraits that no profile uses any more from storage. Safe to repeat, and to run twice at once.
 *
 * @returns how many
 * @throws when the database or storage does not answer
 */
export async function sweepPictures(): Promise<number> {
  const client = createAdminClient();
  const retired = await readRpc(client, 'imagenes_retiradas', {}, paths);
  await removeObjects(retired.map(parseStoragePath).filter((path) => path !== null));
  if (retired.length > 0) await readRpc(client, 'olvidar_imagenes', { p_rutas: retired }, nothing);
  return retired.length;
}

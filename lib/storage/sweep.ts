import 'server-only';
import { z } from 'zod';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { parseStoragePath } from './path';
import { removeObjects } from './remove';

/** Deletes from storage what a list of the database names, and then takes it off the list. Answers how many it was. */
async function sweep(
  list: 'archivos_retirados' | 'imagenes_retiradas',
  forget: 'olvidar_archivos' | 'olvidar_imagenes',
): Promise<number> {
  const client = createAdminClient();
  const paths = await readRpc(client, list, {}, z.array(z.string()));
  await removeObjects(paths.map(parseStoragePath).filter((path) => path !== null));
  if (paths.length > 0) await readRpc(client, forget, { p_rutas: paths }, nothing);
  return paths.length;
}

/**
 * Deletes files from storage that nothing has needed for thirty days: no product, revision or draft of their creator, nor
 * a buyer of one whose account is deleted (`archivo_en_uso`). Each call looks at some files more, and deletes at most
 * fifty. Safe to repeat, and to run twice at once.
 *
 * @returns how many
 * @throws when the database or storage does not answer
 */
export const sweepFiles = (): Promise<number> => sweep('archivos_retirados', 'olvidar_archivos');

/**
 * Deletes portraits that no profile uses any more from storage. Safe to repeat, and to run twice at once.
 *
 * @returns how many
 * @throws when the database or storage does not answer
 */
export const sweepPictures = (): Promise<number> => sweep('imagenes_retiradas', 'olvidar_imagenes');

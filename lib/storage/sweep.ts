import 'server-only';
import { z } from 'zod';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { parseStoragePath } from './path';
import { removeObjects } from './remove';

/**
 * Deletes portraits that no profile uses any more from storage. Safe to repeat, and to run twice at once.
 *
 * @returns how many
 * @throws when the database or storage does not answer
 */
export async function sweepPictures(): Promise<number> {
  const client = createAdminClient();
  const retired = await readRpc(client, 'imagenes_retiradas', {}, z.array(z.string()));
  const paths = retired.map(parseStoragePath).filter((path) => path !== null);
  if (paths.length === 0) return 0;
  await removeObjects(paths);
  await readRpc(client, 'olvidar_imagenes', { p_rutas: retired }, nothing);
  return paths.length;
}

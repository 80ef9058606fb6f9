import 'server-only';
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
  const { data, error } = await client.rpc('imagenes_retiradas');
  if (error) throw new Error(`imagenes_retiradas failed: ${error.message}`);
  const paths = data.map(parseStoragePath).filter((path) => path !== null);
  if (paths.length === 0) return 0;
  await removeObjects(paths);
  const forgotten = await client.rpc('olvidar_imagenes', { p_rutas: data });
  if (forgotten.error) throw new Error(`olvidar_imagenes failed: ${forgotten.error.message}`);
  return paths.length;
}

import 'server-only';
import { z } from 'zod';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { parseStoragePath } from './path';
import { removeObjects } from './remove';

/** Deletes the objects of a list of the database, and then their rows. Returns their number. */
async function sweep(
  list: 'archivos_retirados' | 'imagenes_retiradas' | 'pruebas_retiradas',
  forget: 'olvidar_archivos' | 'olvidar_imagenes' | 'olvidar_pruebas',
): Promise<number> {
  const client = createAdminClient();
  const paths = await readRpc(client, list, {}, z.array(z.string()));
  await removeObjects(paths.map(parseStoragePath).filter((path) => path !== null));
  if (paths.length > 0) await readRpc(client, forget, { p_rutas: paths }, nothing);
  return paths.length;
}

/**
 * Deletes files unused for thirty days: by products, revisions and drafts of their creator, or by owners if the account
 * is deleted (`archivo_en_uso`). Each call checks some files, and deletes at most fifty. Idempotent.
 *
 * @returns the number of deleted files
 * @throws if the database or storage does not answer
 */
export const sweepFiles = (): Promise<number> => sweep('archivos_retirados', 'olvidar_archivos');

/**
 * Deletes unused portraits. Idempotent.
 *
 * @returns the number of deleted portraits
 * @throws if the database or storage does not answer
 */
export const sweepPictures = (): Promise<number> => sweep('imagenes_retiradas', 'olvidar_imagenes');

/**
 * Deletes files of dispute answers that were taken out, and those of disputes decided long ago. Idempotent.
 *
 * @returns the number of deleted files
 * @throws if the database or storage does not answer
 */
export const sweepEvidence = (): Promise<number> => sweep('pruebas_retiradas', 'olvidar_pruebas');

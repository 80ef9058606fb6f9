import 'server-only';
import { z } from 'zod';
import { logFailure, messageOf, nothing, readRpc } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { parseStoragePath } from '@/lib/storage/path';
import { inspectStored, signaturesNow } from './inspect';

const mostFiles = 50;
/** No other file is started after this time, so that the answer of the job does not wait long. */
const mostMs = 20_000;

/**
 * Reads unread files that are sold or wait for review, and scans files again after the scanner's signatures changed.
 * Continues with the next file if one fails; the next run tries that one last. Idempotent.
 *
 * @returns the number of files that were read
 * @throws if the scanner or the database does not answer; at the end, if a file could not be read
 */
export async function inspectFiles(): Promise<number> {
  const signatures = await signaturesNow();
  const asked = { p_firmas: signatures, p_cuantos: mostFiles };
  const client = createAdminClient();
  const found = await readRpc(client, 'archivos_por_analizar', asked, z.array(z.string()));
  const end = Date.now() + mostMs;
  let tried = 0;
  let failed = 0;
  for (const link of found) {
    if (Date.now() > end) break;
    tried++;
    try {
      const path = parseStoragePath(link);
      const inspected = path && (await inspectStored(path, signatures));
      if (inspected && !inspected.clean) log.warn({ link, finding: inspected.finding }, 'a file went into quarantine');
    } catch (problem) {
      failed++;
      log.error({ link, error: messageOf(problem) }, 'a file was not scanned');
      await readRpc(client, 'anotar_analisis_fallido', { p_ruta: link }, nothing).catch(
        logFailure('a file that was not scanned could not be noted'),
      );
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${tried} files could not be read`);
  return tried;
}

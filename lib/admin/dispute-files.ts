import 'server-only';
import { z } from 'zod';
import { type CommonCode, toCommonCode } from '@/lib/core/action/codes';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import { evidenceKinds, typeOfEvidence } from '@/lib/payments/evidence-files';
import { parseStoragePath } from '@/lib/storage/path';
import { store } from '@/lib/storage/server';

/** The fields of a file of a dispute answer. */
export const disputeFile = z.object({
  dispute: z.uuid(),
  kind: z.enum(evidenceKinds),
  name: z.string().trim().min(1).max(100),
  note: z.string().trim().max(500),
});

const refusals = [
  'disputa_no_existe',
  'ya_enviada',
  'disputa_cerrada',
  'sin_proveedor',
  'fuera_de_plazo',
  'tipo_no_valido',
  'demasiado_grande',
  'clase_repetida',
  'demasiado_en_total',
] as const;

/**
 * Adds a file to the draft of a dispute answer, with the rights of the signed-in admin. Its type is read from its
 * content.
 *
 * @returns the refusal of the database; `uploadFailed` if storage refuses it
 */
export async function addDisputeFile(
  { dispute, kind, name, note }: z.output<typeof disputeFile>,
  file: Uint8Array,
): Promise<Result<void, (typeof refusals)[number] | 'uploadFailed' | CommonCode>> {
  const type = typeOfEvidence(file);
  if (!type) return fail('tipo_no_valido');
  const permitted = await callRpc(
    createRequestClient(),
    'anadir_prueba',
    { p_disputa: dispute, p_clase: kind, p_nombre: name, p_nota: note, p_tipo: type, p_bytes: file.byteLength },
    refusals,
    z.object({ ruta: z.string() }),
  ).catch(logFailure('a file of a dispute was not permitted'));
  if (!permitted.ok) return fail(toCommonCode(permitted.error));
  const path = parseStoragePath(permitted.value.ruta);
  const problem = path ? await store(path, Buffer.from(file), type) : 'no path';
  if (!problem) return succeed(undefined);
  log.error({ dispute, error: problem }, 'a file of a dispute was not stored');
  return fail('uploadFailed');
}

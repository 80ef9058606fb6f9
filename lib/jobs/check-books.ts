import 'server-only';
import { z } from 'zod';
import { messageOf, readRpc, toJson } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { ServiceUnavailable } from '@/lib/core/unavailable';

/**
 * Checks the ledger invariants once a night, one by one, and opens a case for each broken one. A check that times out
 * is a case too, and is repeated the next night; checks missed in an outage are made by the next run.
 *
 * @returns the numbers of checked and broken invariants
 * @throws if the database does not answer
 */
export async function checkBooksByNight(): Promise<{ repasados: number; rotos: number }> {
  const client = createAdminClient();
  const names = await readRpc(client, 'libros_por_repasar', {}, z.array(z.string()));
  let rotos = 0;
  for (const name of names) {
    const found = await readRpc(client, 'repasar_libro', { p_nombre: name }, z.coerce.number()).catch(
      (problem: unknown) => {
        if (problem instanceof ServiceUnavailable) throw problem;
        const p_hallado = toJson({ cuenta: 1, ejemplos: [{ id: messageOf(problem) }] });
        return readRpc(client, 'anotar_repaso', { p_nombre: name, p_hallado }, z.coerce.number());
      },
    );
    if (found > 0) rotos += 1;
  }
  return { repasados: names.length, rotos };
}

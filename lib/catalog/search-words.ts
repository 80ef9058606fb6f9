import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

const atOnce = 1_000;
const mostMs = 20_000;
const daySeconds = 24 * 60 * 60;

const part = z.object({ hasta: z.string().nullable(), olvidadas: z.number() });

/**
 * Forgets the words of search that no product has any more, once a day. It begins somewhere else every day and goes
 * round, so that all get their turn where there is no time for all.
 *
 * @returns how many were forgotten
 * @throws when the database does not answer
 */
export async function forgetWords(): Promise<number> {
  const client = createAdminClient();
  const turn = { p_trabajo: 'palabras de busqueda', p_quien: randomUUID(), p_segundos: daySeconds };
  if (!(await readRpc(client, 'tomar_turno', turn, z.boolean()))) return 0;
  const began = Date.now();
  const start = Math.random().toString(36).slice(2, 4);
  let forgotten = 0;
  for (const [from, to] of [
    [start, null],
    [null, start],
  ]) {
    let after = from ?? null;
    do {
      const asked = { p_despues: after, p_hasta: to ?? null, p_limite: atOnce };
      const done = await readRpc(client, 'olvidar_palabras', asked, part);
      forgotten += done.olvidadas;
      after = done.hasta;
      if (Date.now() - began > mostMs) return forgotten;
    } while (after !== null);
  }
  return forgotten;
}

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
 * Deletes search words that no product uses, once a day. It starts at another word every day, so that all are checked
 * even if time is short.
 *
 * @returns the number of deleted words
 * @throws if the database does not answer
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

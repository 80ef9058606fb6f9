import 'server-only';
import { z } from 'zod';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';

/** What the statements are ordered by, as the address of the page and the database call it. */
export const queryOrders = ['total', 'media', 'maximo', 'veces'] as const;
export type QueryOrder = (typeof queryOrders)[number];

const statement = z
  .object({
    id: z.string(),
    consulta: z.string(),
    rol: z.string(),
    veces: z.number(),
    filas: z.number(),
    total_ms: z.number(),
    media_ms: z.number(),
    maximo_ms: z.number(),
    paginas: z.number(),
  })
  .transform((row) => ({
    id: row.id,
    text: row.consulta,
    role: row.rol,
    calls: row.veces,
    rows: row.filas,
    totalMs: row.total_ms,
    meanMs: row.media_ms,
    maxMs: row.maximo_ms,
    /** Pages of 8 kB that it has read, from memory or from disk. */
    pages: row.paginas,
  }));

const answer = z.object({
  disponible: z.boolean(),
  desde: z.coerce.date().nullish(),
  filas: z.array(statement),
});

/** One shape of a statement, and what all calls of it have cost. */
export type SlowQuery = z.output<typeof statement>;

/** `isCounted` is false where the database does not count what its statements cost. */
export type SlowQueries = { isCounted: boolean; since: Date | null; queries: SlowQuery[] };

/**
 * The fifty statements that cost the database the most, for admins.
 *
 * @returns null when they could not be read
 */
export async function getSlowQueries(order: QueryOrder): Promise<SlowQueries | null> {
  const client = createRequestClient();
  const read = await callRpc(client, 'admin_consultas_lentas', { p_orden: order }, [], answer).catch(
    logFailure('the slow queries could not be read'),
  );
  if (!read.ok) return null;
  const { disponible, desde, filas } = read.value;
  return { isCounted: disponible, since: desde ?? null, queries: filas };
}

import 'server-only';
import { z } from 'zod';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';

/** Orders of slow statements, in the query and the database. */
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
    /** Pages of 8 kB, read from memory or disk. */
    pages: row.paginas,
  }));

const answer = z.object({
  disponible: z.boolean(),
  desde: z.coerce.date().nullish(),
  filas: z.array(statement),
});

/** A normalised statement with the total cost of its calls. */
export type SlowQuery = z.output<typeof statement>;

/** `isCounted`: whether the database has pg_stat_statements. */
export type SlowQueries = { isCounted: boolean; since: Date | null; queries: SlowQuery[] };

/**
 * The fifty most expensive statements, for admins.
 *
 * @returns null if they could not be read
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

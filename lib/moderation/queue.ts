import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { cursorText, pageOf } from '@/lib/core/supabase/cursor';
import { createRequestClient } from '@/lib/core/supabase/server';
import type { QueueFilter } from './queue-filter';

const queueRow = z
  .object({
    id: z.string(),
    enviada_at: z.string(),
    es_nueva: z.boolean(),
    nombre: z.string(),
    slug: z.string(),
    creador: z.string(),
    autor_id: z.string(),
    huella: z.string(),
    moderador_id: z.string().nullable(),
    moderador: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    name: row.nombre,
    slug: row.slug,
    creator: row.creador,
    creatorId: row.autor_id,
    sentAt: row.enviada_at,
    isNew: row.es_nueva,
    /** The state when it was read, for batch decisions. */
    fingerprint: row.huella,
    takenBy: row.moderador_id === null ? null : { id: row.moderador_id, name: row.moderador ?? '' },
  }));

export type QueueItem = z.output<typeof queueRow>;

const queuePage = 50;

/**
 * Waiting revisions, oldest first, for the signed-in moderator.
 *
 * @returns a page, the next cursor, and the total up to 1,001 (on the first page only)
 */
export async function listQueue(
  filter: QueueFilter,
): Promise<{ items: QueueItem[]; next: string | null; total: number | null }> {
  const [at, id] = filter.after ?? [];
  const answer = z.object({ filas: z.array(queueRow), total: z.number().nullable() });
  const { filas, total } = await readRpc(
    createRequestClient(),
    'cola_revision',
    {
      p_filtros: {
        buscar: filter.search,
        tipo: filter.kind,
        de: filter.whose,
        dias: filter.days,
        clave: at ?? null,
        id: id ?? null,
        limite: queuePage + 1,
      },
    },
    answer,
  );
  const { shown: items, next } = pageOf(filas, queuePage, ({ sentAt, id }) => cursorText(sentAt, id));
  return { items, next, total };
}

/** Possible assignees, by name. */
export async function listModerators(): Promise<Array<{ id: string; name: string }>> {
  const person = z.object({ id: z.string(), display_name: z.string() });
  const { moderadores } = await readRpc(
    createRequestClient(),
    'moderadores',
    {},
    z.object({ moderadores: z.array(person) }),
  );
  return moderadores.map(({ id, display_name: name }) => ({ id, name }));
}

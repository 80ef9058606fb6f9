import 'server-only';
import { z } from 'zod';
import { inLanguage, names } from '@/lib/catalog/rows';
import { readRpc } from '@/lib/core/action/rpc';
import type { PageQuery } from '@/lib/core/http/page-query';
import type { Locale } from '@/lib/core/i18n/locales';
import { type Cursor, cursorText, parseCursor } from '@/lib/core/supabase/cursor';
import { createRequestClient } from '@/lib/core/supabase/server';

/** A review of one of the signed-in creator's products. */
export type ReceivedReview = {
  id: string;
  slug: string;
  product: string;
  author: string;
  stars: number;
  text: string;
  answer: string | null;
  at: string;
  isEdited: boolean;
};

/** The requested reviews: unanswered or all, or one; after a cursor. */
export type ReceivedQuery = { isWaiting: boolean; review: string | null; after: Cursor | null };

const id = z.uuid();

/** Parses the query: `todas=1`, `resena=<id>`, `tras=<cursor>`. Invalid values are dropped. */
export function parseReceivedQuery(query: PageQuery): ReceivedQuery {
  return {
    isWaiting: query.todas !== '1',
    review: id.safeParse(query.resena).data ?? null,
    after: parseCursor(query.tras) ?? null,
  };
}

/** The inverse of `parseReceivedQuery`. */
export const toReceivedQuery = ({ isWaiting, after }: ReceivedQuery): string =>
  new URLSearchParams({
    ...(isWaiting ? {} : { todas: '1' }),
    ...(after ? { tras: cursorText(...after) } : {}),
  }).toString();

const answer = z.object({
  pendientes: z.coerce.number(),
  resenas: z.array(
    z.object({
      id: z.string(),
      slug: z.string(),
      ...names,
      autor: z.string(),
      estrellas: z.number(),
      texto: z.string(),
      respuesta: z.string().nullable(),
      created_at: z.string(),
      editada: z.boolean(),
    }),
  ),
});

/**
 * Reviews of the signed-in creator's products, newest first.
 *
 * @returns up to `count` of them, the number of unanswered ones, and the next cursor
 */
export async function listReceivedReviews(
  { isWaiting, review, after }: ReceivedQuery,
  locale: Locale,
  count = 20,
): Promise<{ reviews: ReceivedReview[]; waiting: number; next: Cursor | null }> {
  const asked = {
    p_pendientes: isWaiting,
    p_resena: review,
    p_antes_at: after?.[0] ?? null,
    p_antes: after?.[1] ?? null,
    p_limite: count,
  };
  const found = await readRpc(createRequestClient(), 'mis_resenas', asked, answer);
  const reviews = found.resenas.map(
    (row): ReceivedReview => ({
      id: row.id,
      slug: row.slug,
      product: inLanguage(locale, row.nombre, row.nombre_en),
      author: row.autor,
      stars: row.estrellas,
      text: row.texto,
      answer: row.respuesta,
      at: row.created_at,
      isEdited: row.editada,
    }),
  );
  const last = reviews.at(-1);
  return {
    reviews,
    waiting: found.pendientes,
    next: last && reviews.length === count ? [last.at, last.id] : null,
  };
}

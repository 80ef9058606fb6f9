import 'server-only';
import { z } from 'zod';
import type { DatabaseCode } from '@/lib/core/action/codes';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { pageOf } from '@/lib/core/supabase/cursor';
import type { Json } from '@/lib/core/supabase/database.types';
import { createRequestClient } from '@/lib/core/supabase/server';

/** What a list is in the database and in its file. */
export type ListFile = {
  /** What `admin_listar` calls it, and its file is named after. */
  source: string;
  /** The columns of its file, by the names that the database has for them. */
  fileColumns: readonly string[];
  /** What it can be ordered by beside its date, as `admin_listar` calls it. */
  orders?: readonly string[];
  /** Its other filters by their names: the values that each may have, or a day. */
  more?: Record<string, readonly string[] | 'day'>;
};

/** The last row of the page before: the value that orders it, and its id. */
export type Cursor = { at: string; id: string };

export type ListFilter = {
  search: string;
  choice: string | null;
  /** By what; null is the date. */
  order: string | null;
  isAscending: boolean;
  /** The other filters that are set. */
  more: Record<string, string>;
  after: Cursor | null;
};
/** `total` is how many rows there are, up to 1,001: on the first page of lists that count them. */
export type ListPage<Row> = { rows: Row[]; next: Cursor | null; total: number | null };

const answer = z.object({
  filas: z.array(
    z.object({
      id: z.union([z.string(), z.number()]).transform(String),
      momento: z.string(),
      clave: z.union([z.string(), z.number()]).transform(String),
      datos: z.record(z.string(), z.unknown()),
    }),
  ),
  total: z.number().nullish(),
});
const refusals = ['no_existe'] as const;

/**
 * Reads one page of a list, for admins only: the database refuses everybody else.
 *
 * @param source what `admin_listar` calls the list
 * @param row turns a row of the database into one of the list; it has `id` and `momento`, its date
 * @param size how many rows, up to 1,000
 * @returns the rows and where the next page begins; or why there are none
 */
export async function listRows<Row>(
  client: Awaited<ReturnType<typeof createRequestClient>>,
  source: string,
  filter: ListFilter,
  row: z.ZodType<Row>,
  size = 50,
): Promise<Result<ListPage<Row>, (typeof refusals)[number] | DatabaseCode | 'failed'>> {
  const asked: Json = {
    ...filter.more,
    orden: filter.order,
    buscar: filter.search,
    filtro: filter.choice,
    ascendente: filter.isAscending,
    clave: filter.after?.at ?? null,
    id: filter.after?.id ?? null,
    limite: size + 1,
  };
  const result = await callRpc(client, 'admin_listar', { p_lista: source, p_filtros: asked }, refusals, answer).catch(
    logFailure('a list of the panel could not be read'),
  );
  if (!result.ok) return result;
  const { filas, total } = result.value;
  const { shown, next } = pageOf(filas, size, ({ clave, id }) => ({ at: clave, id }));
  const rows = z.array(row).safeParse(shown.map(({ datos, id, momento }) => ({ ...datos, id, momento })));
  if (!rows.success) {
    log.error({ list: source, error: z.prettifyError(rows.error) }, 'a list of the panel has rows of another shape');
    return fail('failed');
  }
  return succeed({
    rows: rows.data,
    next,
    total: total ?? null,
  });
}

/** One page of a list as the signed-in admin sees it. */
export const readList = async <Row>(source: string, filter: ListFilter, row: z.ZodType<Row>) =>
  listRows(await createRequestClient(), source, filter, row);

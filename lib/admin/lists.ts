import 'server-only';
import { z } from 'zod';
import type { DatabaseCode } from '@/lib/core/action/codes';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { pageOf } from '@/lib/core/supabase/cursor';
import type { Json } from '@/lib/core/supabase/database.types';
import { createRequestClient, type RequestClient } from '@/lib/core/supabase/server';

/** A list in the database and its CSV file. */
export type ListFile = {
  /** Its name in `admin_listar`, also of the file. */
  source: string;
  /** The columns of the file, by their database names. */
  fileColumns: readonly string[];
  /** Its orders besides the date, as in `admin_listar`. */
  orders?: readonly string[];
  /** Its other filters by name, with their values, or a day. */
  more?: Record<string, readonly string[] | 'day'>;
};

/** Cursor: sort value and id of the last row. */
export type Cursor = { at: string; id: string };

export type ListFilter = {
  search: string;
  choice: string | null;
  /** The order; null is the date. */
  order: string | null;
  isAscending: boolean;
  /** Other active filters. */
  more: Record<string, string>;
  after: Cursor | null;
};
/** `total`: the number of rows up to 1,001, on the first page of lists that count them. */
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
 * Reads one page of a list, for admins only.
 *
 * @param source its name in `admin_listar`
 * @param row parses a row of the database, which has `id` and `momento`
 * @param size rows, up to 1,000
 * @returns the rows and the next cursor, or the refusal
 */
export async function listRows<Row>(
  client: RequestClient,
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

/** One page of a list for the signed-in admin. */
export const readList = async <Row>(source: string, filter: ListFilter, row: z.ZodType<Row>) =>
  listRows(await createRequestClient(), source, filter, row);

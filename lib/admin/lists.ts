import 'server-only';
import { z } from 'zod';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { resultOf } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import type { Json } from '@/lib/core/supabase/database.types';
import { createRequestClient } from '@/lib/core/supabase/server';

/** The lists of the panel, by their names in the database. */
export const listNames = [
  'usuarios',
  'productos',
  'pedidos',
  'pagos',
  'eventos',
  'retiros',
  'cupones',
  'codigos',
  'reportes',
  'cargos',
] as const;
export type ListName = (typeof listNames)[number];

/** The last row of the page before. */
export type Cursor = { at: string; id: string };

export type ListFilter = { search: string; choice: string | null; isAscending: boolean; after: Cursor | null };
export type ListPage<Row> = { rows: Row[]; next: Cursor | null };

const answer = z.object({
  filas: z.array(
    z.object({
      id: z.union([z.string(), z.number()]).transform(String),
      momento: z.string(),
      datos: z.record(z.string(), z.unknown()),
    }),
  ),
});
const refusals = z.enum(['sin_permiso', 'no_existe', 'datos_no_validos']).catch('datos_no_validos');

/**
 * Reads one page of a list, for admins only: the database refuses everybody else.
 *
 * @param row turns a row of the database into one of the list; it has `id` and `momento`, the time that orders the list
 * @param size how many rows, up to 1,000
 * @returns the rows and where the next page begins; or why there are none
 */
export async function listRows<Row>(
  client: Awaited<ReturnType<typeof createRequestClient>>,
  list: ListName,
  filter: ListFilter,
  row: z.ZodType<Row>,
  size = 50,
): Promise<Result<ListPage<Row>, z.output<typeof refusals> | 'failed'>> {
  const asked: Json = {
    buscar: filter.search,
    filtro: filter.choice,
    ascendente: filter.isAscending,
    momento: filter.after?.at ?? null,
    id: filter.after?.id ?? null,
    limite: size + 1,
  };
  const result = resultOf(
    'admin_listar',
    await client.rpc('admin_listar', { p_lista: list, p_filtros: asked }),
    refusals,
  );
  if (!result.ok) return result;
  const { filas } = answer.parse(result.value);
  const shown = filas.slice(0, size);
  const last = shown.at(-1);
  const rows = z.array(row).safeParse(shown.map(({ datos, ...key }) => ({ ...datos, ...key })));
  if (!rows.success) {
    log.error({ list, error: z.prettifyError(rows.error) }, 'a list of the panel has rows of another shape');
    return fail('failed');
  }
  return succeed({ rows: rows.data, next: filas.length > size && last ? { at: last.momento, id: last.id } : null });
}

/** One page of a list as the signed-in admin sees it. */
export const readList = async <Row>(list: ListName, filter: ListFilter, row: z.ZodType<Row>) =>
  listRows(await createRequestClient(), list, filter, row);

import { cut } from '@/lib/core/cut';
import type { PageQuery } from '@/lib/core/http/page-query';
import { day } from '@/lib/core/supabase/cursor';
import type { Cursor, ListFile, ListFilter } from './lists';

/** Maximum length of a list search. */
export const longestListSearch = 200;

/** A value of the query, cut to a length; empty if it is missing or repeated. */
const textOf = (value: PageQuery[string], length = longestListSearch): string =>
  typeof value === 'string' ? cut(value, length) : '';

/** An id has no `~`; the value before it may. */
function cursorOf(value: PageQuery[string]): Cursor | null {
  const text = textOf(value, 400);
  const end = text.lastIndexOf('~');
  return end < 0 || end === text.length - 1 ? null : { at: text.slice(0, end), id: text.slice(end + 1) };
}

/**
 * Parses the query of a list: `q` searches, `filtro` and further filters restrict, `orden` orders (with `-` descending,
 * `asc` for oldest first), `tras` is the cursor. Invalid values are ignored.
 */
export function parseListFilter(
  query: PageQuery,
  choices: readonly string[],
  list: Partial<ListFile> = {},
): ListFilter {
  const { orders = [], more = {} } = list;
  const asked = textOf(query.orden);
  const order = orders.find((name) => name === asked.replace(/^-/, '')) ?? null;
  const set = Object.entries(more).flatMap(([name, values]): Array<[string, string]> => {
    const value = textOf(query[name]);
    return (values === 'day' ? day.safeParse(value).success : values.includes(value)) ? [[name, value]] : [];
  });
  return {
    search: textOf(query.q).trim(),
    choice: choices.find((choice) => choice === query.filtro) ?? null,
    order,
    isAscending: order ? !asked.startsWith('-') : asked === 'asc',
    more: Object.fromEntries(set),
    after: cursorOf(query.tras),
  };
}

/** The value of `orden` for an order (null for the date) and a direction. */
export const orderValue = (order: string | null, isAscending: boolean): string =>
  order ? `${isAscending ? '' : '-'}${order}` : isAscending ? 'asc' : '';

/** The inverse of `parseListFilter`. */
export function toListQuery({ search, choice, order, isAscending, more, after }: ListFilter): URLSearchParams {
  const ordered = orderValue(order, isAscending);
  return new URLSearchParams({
    ...(search ? { q: search } : {}),
    ...(choice ? { filtro: choice } : {}),
    ...more,
    ...(ordered ? { orden: ordered } : {}),
    ...(after ? { tras: `${after.at}~${after.id}` } : {}),
  });
}

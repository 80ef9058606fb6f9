import type { Cursor, ListFilter } from './lists';

/** The parameters of a panel page's address. */
export type Query = Record<string, string | string[] | undefined>;

const textOf = (value: Query[string]): string => (typeof value === 'string' ? value.slice(0, 200) : '');

function cursorOf(value: Query[string]): Cursor | null {
  const [at = '', id = ''] = textOf(value).split('~');
  return id === '' || Number.isNaN(Date.parse(at)) ? null : { at, id };
}

/**
 * What the address of a panel list asks for: `q` searches, `filtro` filters, `orden=asc` begins with the oldest, `tras`
 * continues after a row. Values that make no sense are ignored.
 */
export function parseListFilter(query: Query, choices: readonly string[]): ListFilter {
  return {
    search: textOf(query.q).trim(),
    choice: choices.find((choice) => choice === query.filtro) ?? null,
    isAscending: query.orden === 'asc',
    after: cursorOf(query.tras),
  };
}

/** The reverse of the function above: the parameters that ask for the same list. */
export function toListQuery({ search, choice, isAscending, after }: ListFilter): URLSearchParams {
  return new URLSearchParams({
    ...(search ? { q: search } : {}),
    ...(choice ? { filtro: choice } : {}),
    ...(isAscending ? { orden: 'asc' } : {}),
    ...(after ? { tras: `${after.at}~${after.id}` } : {}),
  });
}

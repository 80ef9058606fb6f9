import type { Cursor, ListFilter } from './lists';

/** The parameters of a panel page's address. */
export type Query = Record<string, string | string[] | undefined>;

const textOf = (value: Query[string]): string => (typeof value === 'string' ? value.slice(0, 200) : '');

function cursorOf(value: Query[string]): Cursor | null {
  const [at = '', id = ''] = textOf(value).split('~');
  return id === '' || Number.isNaN(Date.parse(at)) ? null : { at, id };
}

/**
 * What a list of the panel is asked for by its address: `q` searches, `filtro` chooses, `orden=asc` begins with the
 * oldest, `tras` goes on after a row. What makes no sense counts as absent.
 */
export function parseListFilter(query: Query, choices: readonly string[]): ListFilter {
  return {
    search: textOf(query.q).trim(),
    choice: choices.find((choice) => choice === query.filtro) ?? null,
    isAscending: query.orden === 'asc',
    after: cursorOf(query.tras),
  };
}

/** The other way round: the parameters that ask for the same list. */
export function toListQuery({ search, choice, isAscending, after }: ListFilter): URLSearchParams {
  return new URLSearchParams({
    ...(search ? { q: search } : {}),
    ...(choice ? { filtro: choice } : {}),
    ...(isAscending ? { orden: 'asc' } : {}),
    ...(after ? { tras: `${after.at}~${after.id}` } : {}),
  });
}

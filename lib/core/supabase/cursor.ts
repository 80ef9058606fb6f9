import { z } from 'zod';

/** A moment as the database and its API write it, to the microsecond. */
export const moment = z
  .string()
  .transform((text) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  .pipe(z.iso.datetime({ offset: true }));

const cursor = z.tuple([moment, z.uuid()]);

/** Where a page of a list ended that has the newest first: the moment and the id of its last row. */
export type Cursor = z.output<typeof cursor>;

/** A cursor as it stands in an address. */
export const cursorText = (...[at, id]: Cursor): string => `${at}_${id}`;

/**
 * Cuts a page out of rows that were read with one more than it shows, which tells whether there is a next page.
 *
 * @param size how many it shows
 * @param nextOf by what the page after this row is asked for
 * @returns what it shows, and by what the next page is asked for; null when there is none
 */
export function pageOf<Row, Next>(rows: Row[], size: number, nextOf: (row: Row) => Next) {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { shown, next: last && rows.length > size ? nextOf(last) : null };
}

/** The cursor in an address; undefined for any other text. */
export const parseCursor = (text: unknown): Cursor | undefined =>
  typeof text === 'string' ? cursor.safeParse(text.split('_')).data : undefined;

/**
 * What comes after a cursor, as a filter of the API. Rows of one transaction have the same moment, so the id decides
 * among them. Put `.lte('created_at', moment)` before it: with it the database finds even a very late page in its index.
 *
 * @param id the column that rows of the same moment are ordered by
 * @param moment the column of the moment
 */
export const afterCursor = ([at, last]: Cursor, id = 'id', moment = 'created_at'): string =>
  `${moment}.lt."${at}",and(${moment}.eq."${at}",${id}.gt.${last})`;

import { z } from 'zod';

/** A date that the database accepts: it has no year 0. */
export const day = z.iso.date().refine((text) => !text.startsWith('0000'));

/** A timestamp of the database, with microseconds. The database has no year 0, and time zones of less than 16 hours. */
export const moment = z
  .string()
  .transform((text) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  .pipe(z.iso.datetime({ offset: true }).regex(/^(?!0000).*(?:Z|[+-](?:0\d|1[0-5]):\d\d)$/));

const cursor = z.tuple([moment, z.uuid()]);

/** Cursor of a list with the newest first: timestamp and id of the last row. */
export type Cursor = z.output<typeof cursor>;

/** The cursor in an address. */
export const cursorText = (...[at, id]: Cursor): string => `${at}_${id}`;

/**
 * Cuts a page from rows that were read with one more than it shows.
 *
 * @param size rows per page
 * @param nextOf the cursor after a row
 * @returns the page and the cursor of the next one, or null if there is none
 */
export function pageOf<Row, Next>(rows: Row[], size: number, nextOf: (row: Row) => Next) {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { shown, next: last && rows.length > size ? nextOf(last) : null };
}

/** Parses a cursor of an address; undefined if it is invalid. */
export const parseCursor = (text: unknown): Cursor | undefined =>
  typeof text === 'string' ? cursor.safeParse(text.split('_')).data : undefined;

/**
 * A filter of the API for rows after a cursor. The id orders rows of the same timestamp. Combine it with
 * `.lte('created_at', moment)`, which lets the database use its index for late pages.
 *
 * @param id the column that orders rows of the same timestamp
 */
export const afterCursor = ([at, last]: Cursor, id = 'id'): string =>
  `created_at.lt."${at}",and(created_at.eq."${at}",${id}.gt.${last})`;

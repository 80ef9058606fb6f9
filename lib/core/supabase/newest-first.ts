import { z } from 'zod';

/** A moment as the database's API writes it, to the microsecond. */
const moment = z.string().regex(/^\d{4}-\d\d-\d\d[T ][\d:.]{8,15}(?:Z|[+-]\d\d(?::?\d\d)?)$/);
const place = z.tuple([moment, z.uuid()]);

/** Where a page of a list ended that has the newest first: the moment and the id of its last row. */
export type Place = z.output<typeof place>;

/** A place as it stands in an address. */
export const placeText = (...[at, id]: Place): string => `${at}_${id}`;

/** The place in an address; undefined for any other text. */
export const parsePlace = (text: unknown): Place | undefined =>
  typeof text === 'string' ? place.safeParse(text.split('_')).data : undefined;

/**
 * What comes after a place, as a filter of the API. Rows of one transaction have the same moment, so the id decides
 * among them. Put `.lte('created_at', moment)` before it, by which the database finds even a very late page in its index.
 *
 * @param id the column that rows of the same moment are ordered by
 */
export const afterPlace = ([at, last]: Place, id = 'id'): string =>
  `created_at.lt."${at}",and(created_at.eq."${at}",${id}.gt.${last})`;

const lastPage = 1_000;

/** The page number from an address, from 0; a value that makes no sense is the first page. */
export const parsePage = (wanted: unknown): number =>
  Math.min(Math.max(0, Math.trunc(Number(wanted ?? 0)) || 0), lastPage);

/**
 * The id of the row that a page of a list ends before, from an address. Ids are whole numbers of the database; what is
 * none, or is longer than any that a number of JavaScript holds exactly, would fail there, and means no row.
 */
export const parseBefore = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null;

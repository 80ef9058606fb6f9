const lastPage = 1_000;

/** Parses a page number, from 0; an invalid value is the first page. */
export const parsePage = (wanted: unknown): number =>
  Math.min(Math.max(0, Math.trunc(Number(wanted ?? 0)) || 0), lastPage);

/** Parses the id of the row before which a page ends. Null if it is not an integer, or exceeds the safe integers. */
export const parseBefore = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null;

/** Parses the path segment of a further page of a list, from 2 to 999; null for any other text. */
export const parseFurtherPage = (part: string): number | null =>
  /^[1-9]\d{0,2}$/.test(part) && part !== '1' ? Number(part) : null;

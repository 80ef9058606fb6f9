const lastPage = 1_000;

/** The page number from an address, from 0; a value that makes no sense is the first page. */
export const parsePage = (wanted: unknown): number =>
  Math.min(Math.max(0, Math.trunc(Number(wanted ?? 0)) || 0), lastPage);

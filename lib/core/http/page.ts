const lastPage = 1_000;

/** The number of a page as an address asks for it, from 0; what makes no sense is the first. */
export const parsePage = (wanted: unknown): number =>
  Math.min(Math.max(0, Math.trunc(Number(wanted ?? 0)) || 0), lastPage);

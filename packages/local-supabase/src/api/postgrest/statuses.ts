/** Statuses by prefix of the SQLSTATE, longest first; otherwise 400. */
const statuses: [beginning: string, status: number][] = [
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53400', 500],
  ['57P01', 503],
  ['P0001', 400],
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0', 500],
  ['XX', 500],
];

/**
 * The HTTP status with which PostgREST answers an error of the database ("HTTP Status Codes" in its documentation).
 * Missing rights (42501) depend on the caller and are not in the table.
 */
export function statusOf(sqlState: string, message: string): number {
  if (sqlState === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  return statuses.find(([beginning]) => sqlState.startsWith(beginning))?.[1] ?? 400;
}

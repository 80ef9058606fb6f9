/**
 * How long something took.
 *
 * @param began what `performance.now()` said then
 */
export const secondsSince = (began: number): number => (performance.now() - began) / 1000;

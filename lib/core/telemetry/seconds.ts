/**
 * Seconds since a time.
 *
 * @param began a value of `performance.now()`
 */
export const secondsSince = (began: number): number => (performance.now() - began) / 1000;

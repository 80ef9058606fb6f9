/** The name under which the id of a request stands in `Server-Timing`. */
export const requestTiming = 'request';

/**
 * The id of the last request that the browser made for a page: for its document, for the part of it that a router asked
 * for, or for an action on it. For the page that tells of a failure.
 *
 * @param pathname of the page
 */
export function shownRequestId(pathname: string): string | undefined {
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  const ids = (entries as PerformanceResourceTiming[])
    .filter(({ name }) => new URL(name, location.href).pathname === pathname)
    .flatMap(({ serverTiming = [] }) => serverTiming.filter(({ name }) => name === requestTiming));
  return ids.at(-1)?.description;
}

/** The name of the request id in `Server-Timing`. */
export const requestTiming = 'request';

/**
 * The id of the last request of a page (document, router request or action), for its error page.
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

import type { ServerResponse } from 'node:http';

// The start of a server and its pages are bundles of their own.
const place = Symbol.for('unstore.route');
type Noted = ServerResponse & { [place]?: string };

/** Notes the route of an answer that Next.js does not give by itself. */
export function noteRoute(response: Noted, route: string): void {
  response[place] = route;
}

/** The route that was noted for an answer, if any. */
export const notedRoute = (response: Noted): string | undefined => response[place];

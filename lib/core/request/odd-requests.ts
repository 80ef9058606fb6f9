import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { oncePerProcess } from '../once-per-process.mjs';

/**
 * Turns two kinds of requests into ordinary ones without a route, so that they get a 4xx. Next.js fails on them,
 * because a `Request` cannot represent them: the method `TRACE`, and `OPTIONS *`, which has no address.
 */
export const refuseOddRequests = (): void =>
  oncePerProcess('odd-requests', () =>
    subscribe('http.server.request.start', (message) => {
      const { request } = message as { request: IncomingMessage };
      if (request.method === 'TRACE') request.method = 'PROPFIND';
      if (request.url === '*') request.url = '/';
    }),
  );

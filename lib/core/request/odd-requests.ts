import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { oncePerProcess } from '../once-per-process.mjs';

/**
 * Makes two kinds of requests ordinary ones that nothing answers, so that they get a 4xx. Next.js fails on them, because
 * a `Request` of the web cannot hold them: the method `TRACE`, and `OPTIONS *`, which names no address.
 */
export const refuseOddRequests = (): void =>
  oncePerProcess('odd-requests', () =>
    subscribe('http.server.request.start', (message) => {
      const { request } = message as { request: IncomingMessage };
      if (request.method === 'TRACE') request.method = 'PROPFIND';
      if (request.url === '*') request.url = '/';
    }),
  );

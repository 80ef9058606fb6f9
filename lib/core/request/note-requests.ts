import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isProxy, type TrustedProxies } from '@/lib/core/security/visitor-address';
import { oncePerProcess } from '../once-per-process.mjs';
import { requestContext } from './context';
import { isRequestId, newRequestId, requestIdHeader } from './id';
import { requestTiming } from './timing';

/**
 * Gives every request an id first of all: that of a trusted proxy, or a new one. The response returns it. Visitors
 * cannot choose the id.
 *
 * @param trusted the proxies in front of the shop
 */
export function noteRequests(trusted: TrustedProxies): void {
  oncePerProcess('notes-requests', () =>
    subscribe('http.server.request.start', (message) => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
      const given = request.headers[requestIdHeader];
      const isGiven = isRequestId(given) && isProxy(request.socket.remoteAddress, trusted);
      const id = isGiven ? given : newRequestId();
      request.headers[requestIdHeader] = id;
      response.setHeader(requestIdHeader, id);
      // Scripts cannot read the headers of their document, but they can read this one.
      response.setHeader('server-timing', `${requestTiming};desc="${id}"`);
      requestContext.enterWith({ id });
    }),
  );
}

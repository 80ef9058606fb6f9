import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isProxy, type TrustedProxies } from '@/lib/core/security/visitor-address';
import { oncePerProcess } from '../once-per-process.mjs';
import { requestContext } from './context';
import { isRequestId, newRequestId, requestIdHeader } from './id';
import { requestTiming } from './timing';

/**
 * Gives every request an id before anything looks at it: that of a trusted proxy, or a new one. The answer names it, so
 * that whoever got it can say which one they mean. A visitor does not choose the id that stands in the logs.
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
      // Scripts of a page cannot read the headers of the answer that brought it, but they can read this one.
      response.setHeader('server-timing', `${requestTiming};desc="${id}"`);
      requestContext.enterWith({ id });
    }),
  );
}

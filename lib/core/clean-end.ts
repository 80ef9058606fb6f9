import { subscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import { oncePerProcess } from './once-per-process.mjs';

type Started = { response: ServerResponse; server: Server };

/** How long a connection without a request may still bring one, in milliseconds. */
const grace = 500;

/** What Next ends with after a signal; supervisors take it for a crash. */
const exitCodes = { SIGTERM: 143, SIGINT: 130 } as const;

function install(): void {
  const servers = new Set<Server>();
  const open = new Set<ServerResponse>();
  let isStopping = false;

  const makeLast = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  subscribe('http.server.request.start', (message) => {
    const { response, server } = message as Started;
    servers.add(server);
    open.add(response);
    if (isStopping) makeLast(response);
    response.once('close', () => {
      open.delete(response);
      // An answer that had begun before could not say that it is the last one.
      if (isStopping) setImmediate(closeIdle);
    });
  });

  const closeIdle = () => {
    for (const server of servers) server.closeIdleConnections();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Before Next's own listener, which closes idle connections at once.
    process.prependOnceListener(signal, () => {
      if (isStopping) return;
      isStopping = true;
      for (const response of open) makeLast(response);
      const spared = [...servers].map((server) => [server, server.closeIdleConnections.bind(server)] as const);
      for (const [server] of spared) server.closeIdleConnections = () => {};
      setTimeout(() => {
        for (const [server, close] of spared) server.closeIdleConnections = close;
        closeIdle();
      }, grace);
      process.once('exit', (ended) => {
        if (ended === exitCodes[signal]) process.exitCode = 0;
      });
    });
  }
}

/**
 * Lets a server that is told to stop end by itself, with 0, and without losing a request. Next takes no new connections
 * then, finishes the requests that it has and the work that they have left for afterwards, and waits until the last
 * connection is closed: one that a proxy keeps busy would never be. So every answer from then on closes its connection.
 * One that is idle may have a request on its way, and is not cut at once.
 */
export const endCleanly = (): void => oncePerProcess('clean-end', install);

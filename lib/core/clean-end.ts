import { subscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import { oncePerProcess } from './once-per-process.mjs';

type Started = { response: ServerResponse; server: Server };

/** Grace period for idle connections at shutdown, in milliseconds. */
const grace = 500;

/** Exit codes of Next.js after a signal; supervisors take them for a crash. */
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
      // A response that began before the signal could not announce the end of its connection.
      if (isStopping) setImmediate(closeIdle);
    });
  });

  const closeIdle = () => {
    for (const server of servers) server.closeIdleConnections();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Before the listener of Next.js, which closes idle connections at once.
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
 * Graceful shutdown with exit code 0, without losing a request. Next.js stops accepting connections, finishes requests
 * and deferred work, and waits until the last connection is closed, which a busy keep-alive connection of a proxy never
 * is. So every response from then on closes its connection. Idle connections get a grace period, because a request may
 * be on its way.
 */
export const endCleanly = (): void => oncePerProcess('clean-end', install);

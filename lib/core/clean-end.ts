import { subscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import { oncePerProcess } from './once-per-process.mjs';

type Started = { response: ServerResponse; server: Server };

/** Next.js's exit codes after a signal; supervisors treat them as a crash. */
const exitCodes = { SIGTERM: 143, SIGINT: 130 } as const;

function install(): void {
  const open = new Set<ServerResponse>();
  let isStopping = false;

  const closeAfter = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  subscribe('http.server.request.start', (message) => {
    const { response, server } = message as Started;
    open.add(response);
    if (isStopping) closeAfter(response);
    response.once('close', () => {
      open.delete(response);
      // Responses whose headers were already sent kept their connection alive.
      if (isStopping) setImmediate(() => server.closeIdleConnections());
    });
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      isStopping = true;
      for (const response of open) closeAfter(response);
      process.once('exit', (ended) => {
        if (ended === exitCodes[signal]) process.exitCode = 0;
      });
    });
  }
}

/**
 * Graceful shutdown: the server exits with 0 after its last response. On a signal Next stops listening, closes idle
 * connections, and finishes in-flight requests and their `after` work, but waits forever for a keep-alive connection that
 * a proxy keeps busy. So every response from then on closes its connection.
 */
export const endCleanly = (): void => oncePerProcess('clean-end', install);

import { subscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';

type Started = { response: ServerResponse; server: Server };

/** What Next ends with after a signal; supervisors take it for a crash. */
const signals = { SIGTERM: 143, SIGINT: 130 } as const;

const shared = globalThis as typeof globalThis & { [key: symbol]: boolean | undefined };
const installedKey = Symbol.for('unstore.clean-end');

/**
 * Lets a server that is told to stop end by itself, with 0. Next takes no new connections then, finishes the requests
 * that it has and the work that they have left for afterwards, and waits until the last connection is closed: one that
 * a proxy keeps busy would never be. So every answer from then on closes its connection.
 */
export function endCleanly(): void {
  if (shared[installedKey]) return;
  shared[installedKey] = true;
  const open = new Set<ServerResponse>();
  let isStopping = false;

  const makeLast = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  subscribe('http.server.request.start', (message) => {
    const { response, server } = message as Started;
    open.add(response);
    if (isStopping) makeLast(response);
    response.once('close', () => {
      open.delete(response);
      // An answer that had begun before the signal could not say that it is the last one.
      if (isStopping) setImmediate(() => server.closeIdleConnections());
    });
  });

  for (const [signal, code] of Object.entries(signals)) {
    process.once(signal, () => {
      isStopping = true;
      for (const response of open) makeLast(response);
      process.once('exit', (ended) => {
        if (ended === code) process.exitCode = 0;
      });
    });
  }
}

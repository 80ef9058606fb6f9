import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

const header = 'x-peer-address';
const shared = globalThis as typeof globalThis & { [key: symbol]: string | undefined };
const secretKey = Symbol.for('unstore.peer-secret');

/**
 * Adds the address of the connection to every request in a header, because Next passes on whatever a visitor claims in
 * `x-forwarded-for`. The header carries a secret of this process, so that no visitor can forge it. The first request of
 * a process may come before this runs; its address is unknown.
 */
export function notePeers(): void {
  if (shared[secretKey]) return;
  const secret = randomBytes(16).toString('hex');
  shared[secretKey] = secret;
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[header] = `${secret} ${request.socket.remoteAddress ?? ''}`;
  });
}

/** The address at the other end of the connection, or null if the request has no such header. */
export function peerAddress(headers: Headers): string | null {
  const [secret, address] = (headers.get(header) ?? '').split(' ');
  return secret && secret === shared[secretKey] && address ? address : null;
}

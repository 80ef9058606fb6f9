import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

const header = 'x-peer-address';
const shared = globalThis as typeof globalThis & { [key: symbol]: string | undefined };
const secretKey = Symbol.for('unstore.peer-secret');

/**
 * Notes on every request whom its connection comes from: Next passes on what a visitor claims in `x-forwarded-for`,
 * and then nothing tells the real one. A secret of this process marks the note, so that no visitor can bring one. The
 * first request of a process may come before this; it is from nobody known.
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

/** The address at the other end of the connection, or null where nothing has noted it. */
export function peerAddress(headers: Headers): string | null {
  const [secret, address] = (headers.get(header) ?? '').split(' ');
  return secret && secret === shared[secretKey] && address ? address : null;
}

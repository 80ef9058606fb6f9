import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { oncePerProcess } from '../once-per-process.mjs';
import { peerHeader, peerSecret } from './peer-header';

/**
 * Adds the remote address of the connection to every request, because Next.js passes on any `x-forwarded-for`. A secret
 * of this process prevents forgery. The first request of a process may come before this runs; its address is unknown.
 */
export function notePeers(): void {
  oncePerProcess('notes-peers', () => {
    const secret = randomBytes(16).toString('hex');
    process.env[peerSecret] = secret;
    subscribe('http.server.request.start', (message) => {
      const { request } = message as { request: IncomingMessage };
      request.headers[peerHeader] = `${secret} ${request.socket.remoteAddress ?? ''}`;
    });
  });
}

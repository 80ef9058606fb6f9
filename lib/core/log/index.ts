import 'server-only';
import { randomUUID } from 'node:crypto';
import pino from 'pino';

/** Structured logs, one JSON line each. Secrets and session cookies never enter them. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: ['password', '*.password', 'authorization', '*.authorization', 'cookie', '*.cookie'],
});

/** A logger whose lines carry the id of the request. Requests that did not pass the gates get a new id. */
export function requestLog(headers: Headers) {
  return log.child({ requestId: headers.get('x-request-id') ?? randomUUID() });
}

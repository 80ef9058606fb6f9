import 'server-only';
import pino from 'pino';
import { requestId } from '@/lib/core/request/context';
import { traceId } from '@/lib/core/telemetry/observe';

/** Structured logs: one JSON object per line, with the request id. Secrets and session cookies are redacted. */
export const log = pino({
  level: process.env.LOG_LEVEL || 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: ['password', '*.password', 'authorization', '*.authorization', 'cookie', '*.cookie'],
  mixin: () => ({ requestId: requestId(), traceId: traceId() }),
});

import 'server-only';
import type { IncomingMessage } from 'node:http';
import { type Answerer, answerAheadOfNext } from '@/lib/core/request/ahead-of-next';
import { dataHeaders, securityHeaders } from '@/lib/core/security/headers.mjs';
import { noteRoute } from '@/lib/core/telemetry/routes';

const path = '/api/me';
/** The address as the shop's own pages write it. */
const address = /^\/api\/me(?:\?[\w=&,-]*)?$/;
/** Request headers with which Next.js may do something else than answer the question. */
const answerChanging = ['next-action', 'content-type', 'transfer-encoding', 'upgrade'];

const isPlain = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && address.test(url) && answerChanging.every((name) => headers[name] === undefined);

const answerMe: Answerer = async (request, response, pass) => {
  const { url = '', headers } = request;
  if (!isPlain(request) || !headers.cookie?.includes('sb-')) return pass();
  // A server that starts need not read the clients of the database before it answers.
  const told = await (await import('./tell-me')).tellMe(headers.cookie, url);
  if (!told) return pass();
  noteRoute(response, path);
  for (const { key, value } of [...securityHeaders, ...dataHeaders]) response.setHeader(key, value);
  response.writeHead(told.status, { ...told.headers, 'content-length': Buffer.byteLength(told.body) });
  response.end(told.body);
};

/**
 * Answers `GET /api/me` ahead of Next.js, whose middleware and route take five times as long as the question itself:
 * every view of a signed-in person asks it (docs/decisions/0033-who-asks-is-told-ahead.md). The route answers all that is
 * not plain, and on hosts without this server.
 */
export const answerMeAhead = (): void => answerAheadOfNext(path, answerMe);

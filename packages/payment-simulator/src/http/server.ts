import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from '../context.ts';
import { type FaultOf, type StoredFault, takeApiFault } from '../faults/faults.ts';
import { requestTags } from '../faults/tags.ts';
import { finish as finishPaypal } from '../paypal/api.ts';
import { notFound, paypalServerError } from '../paypal/errors.ts';
import { routes } from '../routes.ts';
import { rememberFailure, stripeServerError, unknownStripeUrl } from '../stripe/api.ts';
import { readParts } from './multipart.ts';
import { json, page, type Reply } from './reply.ts';
import { type Area, areaOf, createRouter, type Request } from './router.ts';

const MAX_BODY = 1024 * 1024;
/** PayPal's 50 MB of files, and the parts around them. */
const MAX_UPLOAD = 52 * 1024 * 1024;
const LOCAL_NAMES = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
const match = createRouter(routes);

class BodyTooLarge extends Error {}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const most = incoming.headers['content-type']?.startsWith('multipart/') ? MAX_UPLOAD : MAX_BODY;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unknownRoute(area: Area, request: Request): Reply {
  if (area === 'stripe') return unknownStripeUrl(request);
  if (area === 'paypal') {
    return finishPaypal(() => {
      throw notFound('path', request.path);
    });
  }
  return area === 'sim'
    ? json(404, { error: { message: `No switch ${request.method} ${request.path}.` } })
    : page(404, '<!doctype html><html lang="es"><title>404</title><p>404</p></html>');
}

function serverError(area: Area, status: number, body?: Record<string, unknown>): Reply {
  if (body) return json(status, area === 'stripe' ? { error: body } : body);
  return area === 'paypal' ? paypalServerError(status).reply() : stripeServerError(status);
}

type Answer = { reply: Reply } | { cutAfter: number };

function broken(fault: StoredFault<FaultOf<'fail'>>, area: Area, request: Request): Answer {
  if (fault.mode === 'timeout') return { cutAfter: fault.holdMs };
  if (fault.mode === 'disconnect') return { cutAfter: 0 };
  const reply = serverError(area, fault.status, fault.error);
  const worked = fault.when === 'after';
  if (worked && area === 'stripe') {
    rememberFailure(request, reply);
    return { reply: { ...reply, headers: { ...reply.headers, 'stripe-should-retry': 'false' } } };
  }
  return { reply };
}

async function handle(request: Request): Promise<Answer> {
  const area = areaOf(request.path);
  const found = match(request.method, request.path);
  if (!found) return { reply: unknownRoute(area, request) };
  const run = () => found.route.handler({ ...request, params: found.params });
  if ((area !== 'stripe' && area !== 'paypal') || request.path === '/v1/oauth2/token') return { reply: await run() };

  let tags: Set<string> | undefined;
  const fault = takeApiFault(request.context, area, request, () => (tags ??= requestTags(request)));
  if (!fault) return { reply: await run() };
  if (fault.when === 'after') await run();
  return broken(fault, area, request);
}

function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, { ...reply.headers, 'content-length': Buffer.byteLength(reply.body) });
  response.end(reply.body);
}

async function respond(context: Context, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!LOCAL_NAMES.test(incoming.headers.host ?? ''))
    return send(response, json(403, { error: { message: 'This simulator answers on the loopback address only.' } }));
  const url = new URL(incoming.url ?? '/', context.url);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const bytes = await readBody(incoming);
  const request: Request = {
    context,
    method: incoming.method ?? 'GET',
    path: url.pathname,
    params: {},
    query: url.searchParams,
    headers,
    text: bytes.toString('utf8'),
    parts: await readParts(incoming.headers['content-type'], bytes),
  };
  const answer = await handle(request);
  if ('reply' in answer) return send(response, answer.reply);
  const timer = setTimeout(() => response.destroy(), answer.cutAfter);
  response.on('close', () => clearTimeout(timer));
}

/** Listens on the loopback interface and sets the context's URL. */
export async function listen(context: Context): Promise<Server> {
  const server = createServer((incoming, response) => {
    respond(context, incoming, response).catch((error: unknown) => {
      if (error instanceof BodyTooLarge)
        return send(response, json(413, { error: { message: 'Request body too large' } }));
      console.error('payment simulator:', error);
      if (response.headersSent) response.destroy();
      else send(response, serverError(areaOf(incoming.url ?? '/'), 500));
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(context.options.port, '127.0.0.1', resolve);
  });
  context.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return server;
}

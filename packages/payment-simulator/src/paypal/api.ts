import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Reply } from '../http/reply.ts';
import type { Request, Route } from '../http/router.ts';
import { debugId, nowSeconds } from '../ids.ts';
import { fromIssues, invalidRequest, PaypalError, unauthenticated } from './errors.ts';

type PaypalHandler<T> = (request: Request, input: T) => Reply;

function checkToken(request: Request): void {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (!token || !/^bearer$/i.test(scheme ?? '')) throw unauthenticated();
  const known = request.context.store.setting(`paypal_token:${createHash('sha256').update(token).digest('hex')}`);
  if (!known || Number(known) < nowSeconds())
    throw new PaypalError(401, { error: 'invalid_token', error_description: 'Token signature verification failed' });
}

/** The JSON of a call; multipart calls carry it in the part `input`. */
function jsonOf({ parts, text }: Request): string {
  if (!parts) return text;
  return parts.find(({ name }) => name === 'input')?.bytes.toString('utf8') ?? '';
}

function parseBody<T extends z.ZodType>(request: Request, schema: T): z.output<T> {
  let body: unknown;
  try {
    const text = jsonOf(request);
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    throw invalidRequest({
      field: '/',
      location: 'body',
      issue: 'MALFORMED_REQUEST_JSON',
      description: 'The request JSON is not well formed.',
    });
  }
  const result = schema.safeParse(body, { reportInput: true });
  if (!result.success) throw fromIssues(result.error.issues);
  return result.data;
}

type Remembered = { status: number; body: string };

/** Returns the first response of a PayPal-Request-Id: the created object, with 200, or the refusal. */
function replay(context: Context, scope: string, key: string): Reply | undefined {
  const found = context.store.one<Remembered>(
    'select status, body from idempotency where scope = ? and key = ?',
    scope,
    key,
  );
  if (!found) return undefined;
  return {
    status: found.status < 400 ? 200 : found.status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: found.body,
  };
}

function remember(context: Context, scope: string, key: string, reply: Reply): void {
  context.store.run(
    'insert into idempotency (scope, key, fingerprint, status, body, created_at) values (?, ?, ?, ?, ?, ?)',
    scope,
    key,
    '',
    reply.status,
    reply.body,
    nowSeconds(),
  );
}

/** Wraps a handler with the common parts of PayPal calls: token, PayPal-Request-Id, parsing, errors, debug id. */
export function paypalRoute<T extends z.ZodType>(
  method: string,
  pattern: string,
  schema: T,
  handler: PaypalHandler<z.output<T>>,
): Route {
  const run = (request: Request): Reply => {
    checkToken(request);
    const { context } = request;
    const key = method === 'POST' ? request.headers['paypal-request-id'] : undefined;
    const scope = `paypal ${request.path.replace(/\/$/, '')}`;
    const earlier = key ? replay(context, scope, key) : undefined;
    if (earlier) return earlier;
    try {
      return context.store.tx(() => {
        const reply = handler(request, parseBody(request, schema));
        if (key) remember(context, scope, key, reply);
        return reply;
      });
    } catch (error) {
      // PayPal replays decisions (422), but not malformed calls.
      if (key && error instanceof PaypalError && error.status === 422) remember(context, scope, key, error.reply());
      throw error;
    }
  };
  return { area: 'paypal', method, pattern, handler: (request) => finish(() => run(request)) };
}

export function finish(work: () => Reply): Reply {
  const id = debugId();
  try {
    const reply = work();
    return { ...reply, headers: { ...reply.headers, 'paypal-debug-id': id } };
  } catch (error) {
    if (error instanceof PaypalError) return error.reply(id);
    throw error;
  }
}

export function wantsRepresentation(request: Request): boolean {
  return /return=representation/i.test(request.headers.prefer ?? '');
}

export function isoNow(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}

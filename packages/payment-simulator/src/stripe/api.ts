import { createHash, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { parseForm } from '../http/form.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Request, Route } from '../http/router.ts';
import { nowSeconds, stripeId } from '../ids.ts';
import { StripeError } from './errors.ts';
import { parseParams } from './params.ts';

type StripeHandler<T> = (request: Request, input: T) => Reply;

function givenKey(request: Request): string | undefined {
  const [scheme, value = ''] = (request.headers.authorization ?? '').split(' ');
  if (/^bearer$/i.test(scheme ?? '')) return value;
  if (/^basic$/i.test(scheme ?? '')) return Buffer.from(value, 'base64').toString().split(':')[0];
  return undefined;
}

function authorize(request: Request): void {
  const key = givenKey(request);
  if (!key) {
    throw new StripeError(401, {
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    });
  }
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (timingSafeEqual(digest(key), digest(request.context.options.stripeSecretKey))) return;
  const hidden =
    key.length > 12 ? `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}` : '*'.repeat(key.length);
  throw new StripeError(401, { message: `Invalid API Key provided: ${hidden}` });
}

type Remembered = { fingerprint: string; status: number; body: string };

function replay(context: Context, key: string, fingerprint: string): Reply | undefined {
  const found = context.store.one<Remembered>(
    "select fingerprint, status, body from idempotency where scope = 'stripe' and key = ?",
    key,
  );
  if (!found) return undefined;
  if (found.fingerprint !== fingerprint) {
    throw new StripeError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return { ...json(found.status, {}, { 'idempotent-replayed': 'true' }), body: found.body };
}

function remember(context: Context, key: string, fingerprint: string, reply: Reply): void {
  context.store.run(
    `insert into idempotency (scope, key, fingerprint, status, body, created_at) values ('stripe', ?, ?, ?, ?, ?)
     on conflict (scope, key) do update set status = excluded.status, body = excluded.body`,
    key,
    fingerprint,
    reply.status,
    reply.body,
    nowSeconds(),
  );
}

function fingerprintOf(request: Request): string {
  const hash = createHash('sha256').update(`${request.method} ${request.path}\n`);
  // A repeated upload has another boundary.
  const { parts } = request;
  for (const { name, bytes } of parts ?? []) hash.update(`${name}\n`).update(bytes);
  return (parts ? hash : hash.update(request.text)).digest('hex');
}

/** The parameters of a call; those of an upload name its file. */
function formOf(request: Request, method: string) {
  const { parts } = request;
  if (!parts) return parseForm(method !== 'GET' && request.text ? request.text : request.query.toString());
  const named = parts.map(({ name, fileName, bytes }) => [name, fileName ?? bytes.toString('utf8')]);
  return parseForm(new URLSearchParams(named).toString());
}

/** Stripe also stores server errors under the idempotency key, so a retry gets the same error. */
export function rememberFailure(request: Request, reply: Reply): void {
  const key = request.headers['idempotency-key'];
  if (key && request.method === 'POST') remember(request.context, key, fingerprintOf(request), reply);
}

/** Wraps a handler with the common parts of Stripe calls: key check, idempotency, parsing, errors, request id. */
export function stripeRoute<T extends z.ZodType>(
  method: string,
  pattern: string,
  schema: T,
  handler: StripeHandler<z.output<T>>,
): Route {
  const run = (request: Request): Reply => {
    authorize(request);
    const key = method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const fingerprint = fingerprintOf(request);
    const earlier = key ? replay(request.context, key, fingerprint) : undefined;
    if (earlier) return earlier;
    const reply = handler(request, parseParams(schema, formOf(request, method)));
    if (key) remember(request.context, key, fingerprint, reply);
    return reply;
  };
  return {
    area: 'stripe',
    method,
    pattern,
    handler: (request) => finish(request, () => request.context.store.tx(() => run(request))),
  };
}

/** Adds the request id and converts a StripeError to a response. */
function finish(request: Request, work: () => Reply): Reply {
  const requestId = stripeId('req');
  const key = request.headers['idempotency-key'];
  const common = {
    'request-id': requestId,
    ...(request.headers['stripe-version'] ? { 'stripe-version': request.headers['stripe-version'] } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
  };
  try {
    const reply = work();
    return { ...reply, headers: { ...reply.headers, ...common } };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const reply = error.reply(requestId);
    return { ...reply, headers: { ...reply.headers, ...common } };
  }
}

export function unknownStripeUrl(request: Request): Reply {
  return finish(request, () => {
    throw new StripeError(404, {
      message: `Unrecognized request URL (${request.method}: ${request.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    });
  });
}

export function stripeServerError(status: number): Reply {
  return json(status, {
    error: {
      type: 'api_error',
      message: 'An unexpected error occurred. Please try again; if it persists contact support@stripe.com.',
    },
  });
}

import 'server-only';
import { z } from 'zod';
import { containsUnstorable } from '@/lib/core/action/form';
import { messageOf } from '@/lib/core/action/rpc';
import { readJsonWithin } from '@/lib/core/http/body';
import { type Counted, countAttempt, takeAttempt, waitOf } from '@/lib/core/limits';
import { log } from '@/lib/core/log';
import { sha256 } from '@/lib/core/security/sha256';
import { clientAddress, isOneVisitors } from '@/lib/core/security/visitor';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { type Call, callWith, type Once } from './call';
import { keyOf } from './key';
import { answerMethod, methodOf } from './methods';
import type { Operation } from './operation';
import { operations } from './operations';
import { problem, Refusal, type Wrong } from './problem';

/** Room for the longest changelog in both languages, and more. */
const longestBody = 1_000_000;

type Match = { operation: Operation; params: Record<string, string> };

const patterns = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/** The operations at a path below `/api/v1`, by their methods. */
function matchesOf(path: string): Match[] {
  return patterns.flatMap(({ operation, pattern }) => {
    const found = pattern.exec(path);
    return found ? [{ operation, params: { ...found.groups } }] : [];
  });
}

const wrongOf = (error: z.ZodError): Wrong[] =>
  error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Refusal('invalid', wrongOf(parsed.error));
  return parsed.data;
}

async function bodyOf(request: Request, { body: schema }: Operation): Promise<{ value: unknown; text: string }> {
  if (!schema) return { value: undefined, text: '' };
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) throw new Refusal('unsupported_type');
  const read = await readJsonWithin(request, longestBody);
  if (read === 'too long') throw new Refusal('too_large');
  if (read === 'no JSON' || read === 'empty') throw new Refusal('invalid_json');
  if (containsUnstorable(read.value)) throw new Refusal('invalid', [{ path: '', message: 'a character that is none' }]);
  return { value: parse(schema, read.value), text: read.text };
}

/** The idempotency key of a change, with the hash of the request that it belongs to. */
function onceOf(request: Request, { isChange }: Operation, body: string): Once | undefined {
  const key = request.headers.get('idempotency-key');
  if (!isChange || key === null) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Refusal('invalid', [{ path: 'Idempotency-Key', message: '1 to 255 visible ASCII characters' }]);
  }
  const { pathname } = new URL(request.url);
  return { key, hash: sha256(`${request.method} ${pathname}\n${body}`) };
}

const keyScopes = z.object({ ambitos: z.array(z.string()) });

/** Refuses a wrong key before a wrong value. */
async function refuseKey(call: Call, { scope }: Operation): Promise<void> {
  const { ambitos } = await call('getKey', {}, keyScopes);
  if (scope && !ambitos.includes(scope)) throw new Refusal('forbidden');
}

/** Parses a request. A malformed id in the path counts as an unknown one. */
async function read(request: Request, { operation, params }: Match, call: Call) {
  try {
    const given = operation.params?.safeParse(params);
    if (given && !given.success) throw new Refusal('not_found');
    const query = parse(operation.query, Object.fromEntries(new URL(request.url).searchParams));
    const { value, text } = await bodyOf(request, operation);
    return { params: given?.data, query, body: value, call, once: onceOf(request, operation, text) };
  } catch (refusal) {
    if (refusal instanceof Refusal && operation.scope !== 'none') await refuseKey(call, operation);
    throw refusal;
  }
}

type Read = Awaited<ReturnType<typeof read>>;

async function answer(operation: Operation, asked: Read): Promise<Response> {
  const value = await operation.run(asked as never);
  const keeping = operation.maxAge ? `private, max-age=${operation.maxAge}` : 'private, no-store';
  const headers = { 'cache-control': keeping, vary: 'Authorization' };
  if (!operation.answer) return new Response(null, { status: operation.status, headers });
  return Response.json(operation.answer.parse(value), { status: operation.status, headers });
}

/** The limit of a key as headers (draft-ietf-httpapi-ratelimit-headers). */
const limitHeaders = ({ limit, seconds, left, reset }: Counted) => ({
  'ratelimit-policy': `"key";q=${limit};w=${seconds}`,
  ratelimit: `"key";r=${left};t=${reset}`,
});

function withLimit(response: Response, counted: Counted): Response {
  for (const [name, value] of Object.entries(limitHeaders(counted))) response.headers.set(name, value);
  return response;
}

const tooMany = (seconds: number, headers: HeadersInit = {}) =>
  problem(new Refusal('too_many_requests'), { ...headers, 'retry-after': String(seconds) });

/** The problem of a thrown value. The database's own limits are per hour. */
function answerRefusal(thrown: unknown, name: string): Response {
  if (thrown instanceof Refusal) {
    return thrown.code === 'too_many_requests' ? tooMany(600) : problem(thrown);
  }
  const isOutage = thrown instanceof ServiceUnavailable;
  log.error({ operation: name, error: messageOf(thrown) }, 'a call of the API failed');
  return isOutage ? problem(new Refusal('unavailable'), { 'retry-after': '5' }) : problem(new Refusal('failed'));
}

/** Answers a call of an operation with a key, within the limits of the key and of wrong keys of an address. */
async function serveOperation(request: Request, match: Match): Promise<Response> {
  const key = keyOf(request.headers);
  if (key === undefined) return problem(new Refusal('unauthorized'), { 'www-authenticate': 'Bearer' });
  // Keys cannot be guessed; the limit protects the database. It must not block other callers behind one address.
  const who = isOneVisitors(request.headers) ? { address: clientAddress(request.headers) } : null;
  const wait = who ? await waitOf('wrongApiKey', who) : 0;
  if (wait > 0) return tooMany(wait);
  const refuse = async () => {
    if (who) await takeAttempt('wrongApiKey', who);
    return problem(new Refusal('forbidden'));
  };
  if (key === null) return refuse();
  const hash = sha256(key);
  const counted = await countAttempt('api', hash);
  if (counted.left < 0) return tooMany(counted.reset, limitHeaders({ ...counted, left: 0 }));
  const answering = read(request, match, callWith(hash)).then((asked) => answer(match.operation, asked));
  const response = await answering.catch((thrown) =>
    thrown instanceof Refusal && thrown.code === 'forbidden' ? refuse() : answerRefusal(thrown, match.operation.id),
  );
  return withLimit(response, counted);
}

const noKey: Call = async () => {
  throw new Refusal('forbidden');
};

/** Answers a call without a key, within the limits of its address and of what its body names. */
async function serveOpen(request: Request, match: Match, limitBy: (body: unknown) => string): Promise<Response> {
  const who = isOneVisitors(request.headers) ? { address: clientAddress(request.headers) } : null;
  const wait = who ? await takeAttempt('licenseAddress', who) : 0;
  if (wait > 0) return tooMany(wait);
  try {
    const asked = await read(request, match, noKey);
    const counted = await countAttempt('license', sha256(limitBy(asked.body)));
    if (counted.left < 0) return tooMany(counted.reset, limitHeaders({ ...counted, left: 0 }));
    return withLimit(await answer(match.operation, asked), counted);
  } catch (thrown) {
    return answerRefusal(thrown, match.operation.id);
  }
}

/**
 * Answers a request below `/api/v1`.
 *
 * @param path of the request after `/api/v1`, decoded
 */
export async function serve(request: Request, path: string): Promise<Response> {
  const matches = matchesOf(path);
  if (matches.length === 0) return problem(new Refusal('not_found'));
  const methods = matches.map(({ operation }) => operation.method);
  const match = matches.find(({ operation }) => operation.method === methodOf(request));
  const limitBy = match?.operation.limitBy;
  if (match) return limitBy ? serveOpen(request, match, limitBy) : serveOperation(request, match);
  return answerMethod(request, methods);
}

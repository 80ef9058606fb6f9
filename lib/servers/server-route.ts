import 'server-only';
import type { DatabaseCode } from '@/lib/core/action/codes';
import type { Result } from '@/lib/core/action/result';
import { readJsonWithin } from '@/lib/core/http/body';
import { problemResponse } from '@/lib/core/http/problem';
import { takeAttempt, waitOf } from '@/lib/core/limits';
import { sha256 } from '@/lib/core/security/sha256';
import { clientAddress, isOneVisitors } from '@/lib/core/security/visitor';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { serverProblems } from './deliveries';

const longestBytes = 1_000_000;
const longestKey = 200;

/** A refusal by RFC 9457, with a code of the shop. */
export function problem(code: keyof typeof serverProblems, headers: Record<string, string> = {}): Response {
  const [status, title] = serverProblems[code];
  return problemResponse({ type: `/developers#${code}`, title, status, code }, headers);
}

const waitFor = (seconds: number) => problem('too_many_requests', { 'retry-after': String(seconds) });

/** A game may send text that the database cannot store: NUL characters, and halves of surrogate pairs. */
const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll(/\0|\p{Cs}/gu, '') : value;

type Asked = { request: Request; key: string; body: unknown };
type Answered = Result<Response, 'clave_no_valida' | DatabaseCode>;

async function serve(
  request: Request,
  keyOf: (headers: Headers) => string | null,
  run: (asked: Asked) => Promise<Answered | Response>,
): Promise<Response> {
  // Keys cannot be guessed; the limit protects the database. It must not block other callers behind one address.
  const who = isOneVisitors(request.headers) ? { address: clientAddress(request.headers) } : null;
  const wait = who ? await waitOf('serverKey', who) : 0;
  if (wait > 0) return waitFor(wait);
  const key = keyOf(request.headers)?.trim() ?? '';
  if (key.length > 0 && key.length <= longestKey) {
    const ownWait = await takeAttempt('serverCall', sha256(key));
    if (ownWait > 0) return waitFor(ownWait);
    const read = request.method === 'GET' ? 'empty' : await readJsonWithin(request, longestBytes);
    if (read === 'too long') return problem('too_large');
    if (read === 'no JSON') return problem('invalid_json');
    const body: unknown = read === 'empty' ? {} : JSON.parse(read.text, storable);
    if (typeof body !== 'object') return problem('invalid');
    const answer = await run({ request, key, body });
    if (answer instanceof Response) return answer;
    if (answer.ok) return answer.value;
  }
  if (who) await takeAttempt('serverKey', who);
  return problem('forbidden');
}

/**
 * A route that game servers call with their key. Others get 403, without a hint which part is wrong; a body over 1 MB
 * 413, one that is not JSON 400, other invalid input 422, too many calls 429 with `Retry-After`, an outage 503.
 *
 * @param keyOf reads the key of a request
 * @param run handles the call; a wrong key counts against the address
 */
export const serverRoute =
  (
    keyOf: (headers: Headers) => string | null,
    run: (asked: Asked) => Promise<Answered | Response>,
  ): ((request: Request) => Promise<Response>) =>
  async (request) => {
    try {
      return await serve(request, keyOf, run);
    } catch (thrown) {
      if (!(thrown instanceof ServiceUnavailable)) throw thrown;
      return problem('unavailable', { 'retry-after': '5' });
    }
  };

/** The key of an `Authorization: Bearer` header. */
export const bearerOf = (headers: Headers): string | null =>
  /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;

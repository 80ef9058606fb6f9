import postgres from 'postgres';
import { verifyToken } from '../auth/tokens.ts';
import { type Asking, callerStatement, type RestCall, type RoleSettings } from '../rest-call.ts';
import { readOnce } from './read-once.ts';
import type { Refusal } from './resolve.ts';
import { callOf, type Routine, readRoutines, takes } from './routines.ts';
import { statusOf } from './statuses.ts';

export type CallsOptions = {
  databaseUrl: string;
  keys: { publishable: string; secret: string; jwt: string };
  settings: RoleSettings;
  /** Maximum rows of an answer (`api.max_rows`). */
  mostRows: number;
};

export type Calls = {
  /** The answer to a function call; null leaves it to the embedded API. */
  answer: (name: string, request: Request, call: RestCall) => Promise<Response | null>;
  stop: () => Promise<void>;
};

const roles = ['anon', 'authenticated', 'service_role'];

/** The caller by key and token; null for refusals, and for callers that only the embedded API can identify. */
function whoAsks({ apikey, authorization = '' }: RestCall['headers'], keys: CallsOptions['keys']): Asking | null {
  const keyRole = apikey === keys.publishable ? 'anon' : apikey === keys.secret ? 'service_role' : null;
  const [, token] = /^Bearer (\S+)$/.exec(authorization) ?? [];
  if (!keyRole || (authorization && !token)) return null;
  if (!token || token === apikey) return { role: keyRole, claims: { role: keyRole } };
  const claims = verifyToken(token, keys.jwt);
  const role = String(claims?.role);
  return claims && roles.includes(role) ? { role, id: claims.sub, claims } : null;
}

/** True if a request only wants the JSON result of a function. */
const isPlain = ({ method, headers }: RestCall, request: Request): boolean =>
  method === 'POST' &&
  !request.url.includes('?') &&
  !headers.prefer &&
  [undefined, '*/*', 'application/json'].includes(headers.accept) &&
  [undefined, 'public'].includes(headers['content-profile'] as string | undefined) &&
  headers['content-type']?.startsWith('application/json') === true &&
  // The embedded API refuses a browser that has the secret key.
  !headers['user-agent']?.startsWith('Mozilla/');

function argumentsOf(body: string): Set<string> | null {
  try {
    const read: unknown = JSON.parse(body || '{}');
    return read && typeof read === 'object' && !Array.isArray(read) ? new Set(Object.keys(read)) : null;
  } catch {
    return null;
  }
}

const answerWith = (status: number, body: string) =>
  new Response(body, { status, headers: { 'content-type': 'application/json; charset=utf-8' } });

/** An error of the database in PostgREST's format. */
function refuse(problem: unknown, role: string): Response {
  const isOfDatabase = problem instanceof postgres.PostgresError;
  const {
    code = 'PGRST001',
    message,
    detail = null,
    hint = null,
  } = isOfDatabase ? problem : { message: String(problem) };
  const body: Omit<Refusal, 'status'> = { code, message, details: detail, hint };
  return answerWith(isOfDatabase ? statusFor(code, message, role) : 503, JSON.stringify(body));
}

function statusFor(code: string, message: string, role: string): number {
  if (code === '42501') return role === 'anon' ? 401 : 403;
  const [, asked] = /^PT(\d{3})$/.exec(code) ?? [];
  return asked ? Number(asked) : statusOf(code, message);
}

/**
 * Calls functions as PostgREST does: the database parses the arguments from the body and writes the answer. The
 * embedded API does both in JavaScript, with other rules for dates and large numbers, and four times slower. Other
 * calls are left to it.
 */
export function createCalls({ databaseUrl, keys, settings, mostRows }: CallsOptions): Calls {
  const sql = postgres(databaseUrl, { max: 20, onnotice: () => {} });
  const routines = readOnce(() => readRoutines(sql));

  async function find(name: string, given: Set<string>): Promise<Routine | null> {
    const findMatching = async () => {
      const routine = (await routines.get()).get(name);
      return routine && takes(routine, given) ? routine : null;
    };
    const known = await findMatching();
    if (known) return known;
    // A migration may have added it since.
    routines.forget();
    return findMatching();
  }

  return {
    async answer(name, request, call) {
      const asking = isPlain(call, request) && whoAsks(call.headers, keys);
      if (!asking) return null;
      const body = await request.clone().text();
      const given = argumentsOf(body);
      if (!given) return null;
      const { text, values } = callerStatement(settings, asking, call);
      try {
        const routine = await find(name, given);
        if (!routine) return null;
        const [, [row]] = await sql.begin(routine.is_volatile ? 'read write' : 'read only', (transaction) => [
          transaction.unsafe(text, values, { prepare: true }),
          transaction.unsafe(callOf(routine, given, mostRows), given.size > 0 ? [body] : [], { prepare: true }),
        ]);
        return routine.returns_nothing ? new Response(null, { status: 204 }) : answerWith(200, row?.body);
      } catch (problem) {
        return refuse(problem, asking.role);
      }
    },
    stop: () => sql.end({ timeout: 0.5 }),
  };
}

import postgres from 'postgres';
import { type CallsOptions, createCalls } from './postgrest/calls.ts';
import { readOnce } from './postgrest/read-once.ts';
import { type Refusal, resolveSelect } from './postgrest/resolve.ts';
import { readApiSchema } from './postgrest/schema.ts';
import { statusOf } from './postgrest/statuses.ts';
import type { RestCall } from './rest-call.ts';

type Forward = (request: Request) => Promise<Response>;
export type HostedAnswers = {
  apply: (request: Request, call: RestCall, forward: Forward) => Promise<Response>;
  stop: () => Promise<void>;
};

const refuse = ({ status, ...body }: Refusal) => Response.json(body, { status });

/** The answer of a hosted project: cut rows, with their range. */
function cut(response: Response, rows: unknown[], maxRows: number): Response {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const [range = '', total = '*'] = (headers.get('content-range') ?? '').split('/');
  const first = Number.parseInt(range, 10) || 0;
  headers.set('content-range', `${first}-${first + maxRows - 1}/${total}`);
  const status = total === '*' ? 200 : 206;
  return new Response(JSON.stringify(rows.slice(0, maxRows)), { status, headers });
}

/** The embedded API refuses the offset at the end of a counted list. PostgREST refuses only larger offsets. */
async function withEmptyRest(response: Response): Promise<Response> {
  if (response.status !== 416 || !response.body) return response;
  const { details } = (await response.clone().json()) as { details?: string };
  const [, offset, total] = /^An offset of (\d+) .* only (\d+) rows/.exec(details ?? '') ?? [];
  if (!total || offset !== total) return response;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('content-range', `*/${total}`);
  return new Response('[]', { status: 206, headers });
}

/** The embedded API merges several `or` into one that any condition satisfies. PostgREST requires each of them. */
function withEachOr(request: Request): Request {
  const url = new URL(request.url);
  for (const name of ['or', 'not.or']) {
    const lists = url.searchParams.getAll(name);
    if (lists.length < 2) continue;
    url.searchParams.delete(name);
    url.searchParams.append('and', `(${lists.map((list) => name + list).join(',')})`);
  }
  return url.href === request.url ? request : new Request(url, request);
}

/**
 * Differences of hosted PostgREST from the embedded API: stricter embedding, conjunction of all conditions, its own way
 * of calling functions, and `max_rows`.
 */
export function createHostedAnswers(options: CallsOptions): HostedAnswers {
  const maxRows = options.mostRows;
  const sql = postgres(options.databaseUrl, { max: 2, onnotice: () => {} });
  const calls = createCalls(options);
  const schema = readOnce(() => readApiSchema(sql));

  async function problemOf(table: string, select: string): Promise<Refusal | null> {
    const known = resolveSelect(await schema.get(), table, select);
    if (!('status' in known)) return null;
    // A migration may have added it since.
    schema.forget();
    const now = resolveSelect(await schema.get(), table, select);
    return 'status' in now ? now : null;
  }

  async function callEmbedded(name: string, request: Request, forward: Forward): Promise<Response> {
    const response = await forward(request);
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return response;
    const answer: unknown = await response.clone().json();
    if (!Array.isArray(answer) || answer.length <= maxRows) return response;
    const [found] = await sql`
      select from pg_proc where pronamespace = 'public'::regnamespace and proname = ${name} and proretset limit 1`;
    return found ? cut(response, answer, maxRows) : response;
  }

  return {
    async apply(request, call, forward) {
      const [, table, rpc] = /^\/rest\/v1\/(?:([^/]+)|rpc\/([^/]+))$/.exec(call.path) ?? [];
      if (rpc) return (await calls.answer(rpc, request, call)) ?? callEmbedded(rpc, request, forward);
      const select = new URL(request.url).searchParams.get('select');
      const problem = table && select ? await problemOf(decodeURIComponent(table), select) : null;
      return problem ? refuse(problem) : withEmptyRest(await forward(withEachOr(request)));
    },
    stop: async () => void (await Promise.all([sql.end(), calls.stop()])),
  };
}

/** Errors that the embedded API answers correctly, or that its other services need. */
const left = /^(?:PGRST|PT...|22...|2350[235]|42...|25006)$/;

type DatabaseError = { code?: unknown; message?: string; detail?: unknown; hint?: unknown };

/**
 * The embedded API answers unknown errors of the database with 500 and its own code. PostgREST returns the SQLSTATE
 * with a matching status.
 */
export function answerErrorsAsHosted(connection: object): void {
  if (!('normalizeDbError' in connection)) throw new Error('The embedded API has changed: check its errors.');
  const normalize = (connection.normalizeDbError as (problem: unknown) => unknown).bind(connection);
  connection.normalizeDbError = (problem: unknown) => {
    const normal = normalize(problem);
    const { code, message = '', detail, hint } = (normal ?? {}) as DatabaseError;
    if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || left.test(code)) return normal;
    // The code with which a function defines its whole answer, in PostgREST and in the embedded API.
    const answer = { code, message, details: detail ?? null, hint: hint ?? null };
    return Object.assign(new Error(JSON.stringify(answer), { cause: problem }), {
      code: 'PGRST',
      detail: JSON.stringify({ status: statusOf(code, message), headers: {} }),
    });
  };
}

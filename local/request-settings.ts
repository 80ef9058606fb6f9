import { AsyncLocalStorage } from 'node:async_hooks';
import postgres from 'postgres';
import { readStatementLimits } from './platform.ts';

type Transaction = { executeQuery: (query: object) => Promise<unknown> };
type Session = { auth?: { role?: string; uid?: string; jwt?: unknown } | null; storage?: { operation?: string } };

/** What the embedded API does at the beginning of a transaction. */
type Hooked = {
  applyJwtSessionContext: (transaction: Transaction, session: Session) => Promise<void>;
  applyRpcRequestGucs: () => Promise<void>;
};

const isHooked = (connection: object): connection is Hooked =>
  'applyJwtSessionContext' in connection && 'applyRpcRequestGucs' in connection;

/** The request of REST whose statements run. */
const restCalls = new AsyncLocalStorage<Request>();

/** How the embedded API asks whether the person and the session of a token are still there. */
const lookups = ['users', 'sessions'].map((table) => `select * from "auth"."${table}" where "id" = $1`);

const answered = (rows: object[], command: string) => Object.assign(rows, { command, count: rows.length });

/**
 * Sends the statements of a connection as PostgREST does: they stay prepared, so that none has to be described before it
 * runs; nobody waits for the beginning of a transaction; and REST does not look up who asks, as `antes_de_peticion` does.
 */
function sendAsHosted(connection: object): void {
  const driver = 'driver' in connection ? (connection.driver as { reserve?: () => Promise<postgres.ReservedSql> }) : {};
  const reserve = driver.reserve;
  if (!reserve) throw new Error('The embedded API has changed: check how it sends statements.');
  driver.reserve = async () => {
    const reserved = await reserve();
    const { unsafe } = reserved;
    const send = (text: string, parameters: never[]) => {
      if (restCalls.getStore() && lookups.includes(text)) return answered([{ id: parameters[0] }], 'SELECT');
      const sent = unsafe(text, parameters, { prepare: true });
      if (text !== 'begin') return sent;
      // A connection that is lost fails the next statement as well.
      sent.catch(() => {});
      return answered([], 'BEGIN');
    };
    reserved.unsafe = send as unknown as typeof unsafe;
    return reserved;
  };
}

/** What PostgREST tells the database of a request. */
const requestSettings = (request: Request): Record<string, string> => ({
  'request.method': request.method,
  'request.path': new URL(request.url).pathname,
  'request.headers': JSON.stringify(Object.fromEntries(request.headers)),
  'response.status': '',
  'response.headers': '',
});

/** Tells the database who asks, and for what, in one statement where the embedded API takes twelve. */
export async function hastenRequests(connection: object, databaseUrl: string): Promise<void> {
  if (!isHooked(connection)) throw new Error('The embedded API has changed: check how it tells who asks.');
  sendAsHosted(connection);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const limits = await readStatementLimits(sql);
  await sql.end();
  connection.applyJwtSessionContext = async (transaction, { auth, storage }) => {
    const request = restCalls.getStore();
    const role = auth?.role || 'anon';
    const settings: Record<string, string> = {
      // Each statement has the time that its role has in the hosted API.
      statement_timeout: limits[role] ?? limits.anon ?? '0',
      'request.jwt.claim.sub': auth?.uid ?? '',
      'request.jwt.claim.role': role,
      'storage.operation': storage?.operation ?? '',
      ...(auth?.jwt && typeof auth.jwt === 'object' ? { 'request.jwt.claims': JSON.stringify(auth.jwt) } : {}),
      ...(request ? requestSettings(request) : {}),
      role,
    };
    const set = Object.keys(settings).map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`);
    const before = request ? ', public.antes_de_peticion()' : '';
    await transaction.executeQuery({
      sql: `select ${set.join(', ')}${before}`,
      parameters: Object.entries(settings).flat(),
      query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
    });
  };
  connection.applyRpcRequestGucs = async () => {};
}

/** Handles a request to the API; what one to REST asks of the database begins as in the hosted API. */
export const withRestCall = <Answer>(request: Request, handle: () => Answer): Answer =>
  new URL(request.url).pathname.startsWith('/rest/v1/') ? restCalls.run(request, handle) : handle();

import postgres from 'postgres';
import { readStatementLimits } from './platform.ts';

type Transaction = { executeQuery: (query: object) => Promise<unknown> };
type Session = { auth?: { role?: string; uid?: string; jwt?: unknown } | null; storage?: { operation?: string } };
type Call = { method: string; path: string; requestHeaders?: unknown };

/** What the embedded API does at the beginning of a transaction. */
type Hooked = {
  applyJwtSessionContext: (transaction: Transaction, session: Session) => Promise<void>;
  applyRpcRequestGucs: (transaction: Transaction, call: Call) => Promise<void>;
};

const isHooked = (connection: object): connection is Hooked =>
  'applyJwtSessionContext' in connection && 'applyRpcRequestGucs' in connection;

type Reserved = postgres.ReservedSql;

/**
 * Keeps the statements of each connection prepared, as PostgREST does. Otherwise each one is described before it runs,
 * which costs another round trip.
 */
function prepareStatements(connection: object): void {
  const driver = 'driver' in connection ? (connection.driver as { reserve?: () => Promise<Reserved> }) : {};
  const reserve = driver.reserve;
  if (!reserve) throw new Error('The embedded API has changed: check how it sends statements.');
  driver.reserve = async () => {
    const reserved = await reserve();
    const { unsafe } = reserved;
    reserved.unsafe = ((text: string, parameters: never[]) =>
      unsafe(text, parameters, { prepare: true })) as typeof unsafe;
    return reserved;
  };
}

/** Sets all of them for the rest of a transaction, in their order. */
function set(transaction: Transaction, settings: Record<string, string>): Promise<unknown> {
  const names = Object.keys(settings);
  const sql = `select ${names.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`).join(', ')}`;
  const query = { kind: 'RawNode', sqlFragments: [], parameters: [] };
  return transaction.executeQuery({ sql, parameters: Object.entries(settings).flat(), query });
}

/**
 * Tells the database who asks, and for what, in two statements where the embedded API takes twelve, each of them a way
 * there and back; the hosted API takes one. Each statement has the time that its role has in the hosted API.
 */
export async function hastenRequests(connection: object, databaseUrl: string): Promise<void> {
  if (!isHooked(connection)) throw new Error('The embedded API has changed: check how it tells who asks.');
  prepareStatements(connection);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const limits = await readStatementLimits(sql);
  await sql.end();
  connection.applyJwtSessionContext = async (transaction, { auth, storage }) => {
    const role = auth?.role || 'anon';
    await set(transaction, {
      statement_timeout: limits[role] ?? limits.anon ?? '0',
      'request.jwt.claim.sub': auth?.uid ?? '',
      'request.jwt.claim.role': role,
      'storage.operation': storage?.operation ?? '',
      ...(auth?.jwt && typeof auth.jwt === 'object' ? { 'request.jwt.claims': JSON.stringify(auth.jwt) } : {}),
      role,
    });
  };
  connection.applyRpcRequestGucs = async (transaction, { method, path, requestHeaders }) => {
    await set(transaction, {
      'response.status': '',
      'response.headers': '',
      'request.method': method,
      'request.path': path,
      'request.headers': JSON.stringify(requestHeaders ?? {}),
    });
  };
}

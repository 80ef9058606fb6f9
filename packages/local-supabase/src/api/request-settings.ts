import { AsyncLocalStorage } from 'node:async_hooks';
import type postgres from 'postgres';
import { callerStatement, type RestCall, type RoleSettings } from './rest-call.ts';

type Transaction = { executeQuery: (query: object) => Promise<unknown> };
type Session = { auth?: { role?: string; uid?: string; jwt?: unknown } | null; storage?: { operation?: string } };

/** The embedded API's statements at the start of a transaction. */
type Hooked = {
  applyJwtSessionContext: (transaction: Transaction, session: Session) => Promise<void>;
  applyRpcRequestGucs: () => Promise<void>;
};

const isHooked = (connection: object): connection is Hooked =>
  'applyJwtSessionContext' in connection && 'applyRpcRequestGucs' in connection;

/** The current REST request. */
const restCalls = new AsyncLocalStorage<RestCall>();

/** Prepares statements, as PostgREST does: the plans of a select with policies are reused. */
function prepareStatements(connection: object): void {
  const driver = 'driver' in connection ? (connection.driver as { reserve?: () => Promise<postgres.ReservedSql> }) : {};
  const reserve = driver.reserve;
  if (!reserve) throw new Error('The embedded API has changed: check how it sends statements.');
  driver.reserve = async () => {
    const reserved = await reserve();
    const { unsafe } = reserved;
    const send = (text: string, parameters: never[]) => unsafe(text, parameters, { prepare: true });
    reserved.unsafe = send as unknown as typeof unsafe;
    return reserved;
  };
}

/** Sets caller and request in one statement instead of twelve. */
export function hastenRequests(connection: object, settings: RoleSettings): void {
  if (!isHooked(connection)) throw new Error('The embedded API has changed: check how it tells who asks.');
  prepareStatements(connection);
  connection.applyJwtSessionContext = async (transaction, { auth, storage }) => {
    const claims = auth?.jwt && typeof auth.jwt === 'object' ? auth.jwt : undefined;
    const who = { role: auth?.role || 'anon', id: auth?.uid, claims };
    const operation = { 'storage.operation': storage?.operation ?? '' };
    const { text, values } = callerStatement(settings, who, restCalls.getStore(), operation);
    await transaction.executeQuery({
      sql: text,
      parameters: values,
      query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
    });
  };
  connection.applyRpcRequestGucs = async () => {};
}

/** Handles a REST request whose transactions start as in the hosted API. */
export const withRestCall = <Answer>(call: RestCall, handle: () => Answer): Answer => restCalls.run(call, handle);

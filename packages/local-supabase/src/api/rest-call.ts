import type { IncomingHttpHeaders } from 'node:http';

/** The request facts that PostgREST passes to the database. */
export type RestCall = { method: string; path: string; headers: IncomingHttpHeaders };

/** The caller that is passed to the database. */
export type Asking = { role: string; id?: string; claims?: object };

/** Settings of the API's roles in the database. */
export type RoleSettings = {
  /** Statement timeout of each role. */
  limits: Record<string, string>;
  /** The function that PostgREST calls before each request (`pgrst.db_pre_request`), quoted. */
  preRequest: string | null;
};

type Statement = { text: string; values: string[] };

/**
 * The settings of a transaction in one statement.
 *
 * @param call of REST, which also runs the function before requests
 */
export function callerStatement(
  { limits, preRequest }: RoleSettings,
  { role, id, claims }: Asking,
  call?: RestCall,
  others: Record<string, string> = {},
): Statement {
  const settings: Record<string, string> = {
    // The role's timeout of the hosted API.
    statement_timeout: limits[role] ?? limits.anon ?? '0',
    'request.jwt.claims': JSON.stringify(claims ?? { role, ...(id ? { sub: id } : {}) }),
    ...others,
    ...(call
      ? {
          'request.method': call.method,
          // PostgREST sees the path without the prefix of the gateway.
          'request.path': call.path.replace(/^\/rest\/v1/, ''),
          'request.headers': JSON.stringify(call.headers),
          'response.status': '',
          'response.headers': '',
        }
      : {}),
    role,
  };
  const set = Object.keys(settings).map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`);
  const before = call && preRequest ? `, ${preRequest}()` : '';
  return { text: `select ${set.join(', ')}${before}`, values: Object.entries(settings).flat() };
}

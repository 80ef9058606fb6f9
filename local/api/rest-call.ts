import type { IncomingHttpHeaders } from 'node:http';

/** What PostgREST tells the database of a request. */
export type RestCall = { method: string; path: string; headers: IncomingHttpHeaders };

/** Who asks, as the database is told. */
export type Asking = { role: string; id?: string; claims?: object };

type Statement = { text: string; values: string[] };

/**
 * What is told the database at the beginning of a transaction, in one statement.
 *
 * @param limits how long the statements of each role may take
 * @param call of REST, which is also asked whether it may go on (`antes_de_peticion`)
 */
export function tellWhoAsks(
  limits: Record<string, string>,
  { role, id, claims }: Asking,
  call?: RestCall,
  others: Record<string, string> = {},
): Statement {
  const settings: Record<string, string> = {
    // Each statement has the time that its role has in the hosted API.
    statement_timeout: limits[role] ?? limits.anon ?? '0',
    'request.jwt.claim.sub': id ?? '',
    'request.jwt.claim.role': role,
    ...others,
    ...(claims ? { 'request.jwt.claims': JSON.stringify(claims) } : {}),
    ...(call
      ? {
          'request.method': call.method,
          'request.path': call.path,
          'request.headers': JSON.stringify(call.headers),
          'response.status': '',
          'response.headers': '',
        }
      : {}),
    role,
  };
  const set = Object.keys(settings).map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`);
  const before = call ? ', public.antes_de_peticion()' : '';
  return { text: `select ${set.join(', ')}${before}`, values: Object.entries(settings).flat() };
}

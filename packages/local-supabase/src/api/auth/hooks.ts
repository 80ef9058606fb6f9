import type postgres from 'postgres';
import type { Config } from '../../config.ts';

type Hook = 'password_verification_attempt' | 'mfa_verification_attempt' | 'send_email';
type Answer = { decision?: 'continue' | 'reject'; message?: string };
/** Calls a hook; null if the project has none of this name. */
export type CallHook = (hook: Hook, event: postgres.JSONValue) => Promise<Answer | null>;

/** The function of a hook: schema and name of `pg-functions://postgres/<schema>/<name>`. */
function functionOf(uri: string): [schema: string, name: string] {
  const [, schema, name] = /^pg-functions:\/\/[^/]+\/(\w+)\/(\w+)$/.exec(uri) ?? [];
  if (!schema || !name) throw new Error(`${uri}: only hooks that are functions of the database are emulated`);
  return [schema, name];
}

/** The hooks of a project, called with the rights of Auth's role, as hosted Auth does. */
export function createHooks(sql: postgres.Sql, hooks: Config['auth']['hook']): CallHook {
  const enabled = Object.entries(hooks).filter(([, hook]) => hook.enabled);
  const functions = new Map(enabled.map(([name, { uri }]) => [name, functionOf(uri)]));
  return async (hook, event) => {
    const found = functions.get(hook);
    if (!found) return null;
    const [schema, name] = found;
    const [row] = await sql.begin(async (begun) => {
      // The package types a transaction without its call signature.
      const transaction = begun as unknown as postgres.Sql;
      await transaction`set local role supabase_auth_admin`;
      return transaction`select ${sql(schema)}.${sql(name)}(${sql.json(event)}) as answer`;
    });
    return row?.answer as Answer;
  };
}

import type postgres from 'postgres';

type Hook = 'gancho_contrasena' | 'gancho_segundo_paso' | 'gancho_correo';
type Answer = { decision?: 'continue' | 'reject'; message?: string };

/** Calls a hook with the rights of Auth's role, as hosted Auth does. */
export async function callHook(sql: postgres.Sql, hook: Hook, event: postgres.JSONValue): Promise<Answer> {
  const [row] = await sql.begin(async (begun) => {
    // The package types a transaction without its call signature.
    const transaction = begun as unknown as postgres.Sql;
    await transaction`set local role supabase_auth_admin`;
    return transaction`select privado.${sql(hook)}(${sql.json(event)}) as answer`;
  });
  return row?.answer as Answer;
}

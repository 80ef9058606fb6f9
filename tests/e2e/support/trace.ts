import { database } from './database.ts';
import type { Person } from './people.ts';

type Trace = Record<string, string>;

/** All stored data of a person, as one text per table for comparison. */
export async function traceOf(person: Pick<Person, 'id'>): Promise<Trace> {
  const sql = database();
  const columns = await sql<{ name: string; columns: string[] }[]>`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and data_type = 'uuid' group by table_name order by table_name`;
  const trace: Trace = {};
  // The temporary permission of a login attempt does not count as a change.
  for (const { name, columns: names } of columns.filter((table) => table.name !== 'permisos')) {
    const [row] = await sql.unsafe(
      `select coalesce(string_agg(t::text, E'\n' order by t::text), '') as rows from public.${name} t
      where $1::uuid in (${names.join(', ')})`,
      [person.id],
    );
    trace[name] = row?.rows;
  }
  const [account] = await sql`select email || encrypted_password as rows from auth.users where id = ${person.id}`;
  trace.account = account?.rows;
  const [factors] = await sql`select string_agg(id::text, E'\n' order by id) as rows from auth.mfa_factors
    where user_id = ${person.id} and status = 'verified'`;
  trace.factors = factors?.rows ?? '';
  return trace;
}

/** Tables of a person that have changed. */
export const changedTables = (before: Trace, after: Trace): string[] =>
  Object.keys(after).filter((name) => after[name] !== before[name]);

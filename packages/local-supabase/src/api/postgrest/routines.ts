import type postgres from 'postgres';

/** A function of the API: parameters and result. */
export type Routine = {
  name: string;
  /** Only volatile functions get a read-write transaction. */
  is_volatile: boolean;
  returns_nothing: boolean;
  returns_set: boolean;
  /** Returns rows with named columns instead of values. */
  returns_rows: boolean;
  /** The types of the parameters; those with a default come last. */
  parameters: Array<{ name: string; type: string; is_optional: boolean }>;
};

/**
 * The functions of the schema `public` by name, without overloaded and variadic ones and those with unnamed parameters.
 */
export async function readRoutines(sql: postgres.Sql): Promise<Map<string, Routine>> {
  const routines = await sql<Routine[]>`
    select p.proname as name, p.provolatile = 'v' as is_volatile, p.prorettype = 'void'::regtype as returns_nothing,
      p.proretset as returns_set, t.typtype = 'c' or coalesce(p.proargmodes && '{o,b,t}', false) as returns_rows,
      coalesce((
        select json_agg(json_build_object('name', a.name, 'type', format_type(a.type, null),
          'is_optional', a.at > p.pronargs - p.pronargdefaults) order by a.at)
        from (
          select names.name, p.proargtypes[row_number() over (order by names.at) - 1] as type,
            row_number() over (order by names.at) as at
          from unnest(p.proargnames) with ordinality names(name, at)
          where coalesce(p.proargmodes[names.at], 'i') in ('i', 'b')
        ) a
      ), '[]') as parameters
    from pg_proc p join pg_type t on t.oid = p.prorettype
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provariadic = 0
      and (t.typtype <> 'p' or p.prorettype = 'void'::regtype or coalesce(p.proargmodes && '{o,b,t}', false))
      and not exists (
        select from pg_proc q where q.pronamespace = p.pronamespace and q.proname = p.proname and q.oid <> p.oid)`;
  return new Map(
    routines
      .filter(({ parameters }) => parameters.every(({ name }) => name !== ''))
      .map((routine) => [routine.name, routine]),
  );
}

/** True if a function accepts these arguments: all required ones, and no unknown ones. */
export const takes = ({ parameters }: Routine, given: Set<string>): boolean =>
  parameters.every(({ name, is_optional }) => is_optional || given.has(name)) &&
  parameters.filter(({ name }) => given.has(name)).length === given.size;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * PostgREST's statement for a function call: the database parses the arguments from the body and writes the answer as
 * JSON.
 *
 * @param mostRows the limit of a set
 */
export function callOf(routine: Routine, given: Set<string>, mostRows: number): string {
  const parameters = routine.parameters.filter(({ name }) => given.has(name));
  const read = parameters.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ');
  const passed = parameters.map(({ name }) => `${quoted(name)} := given.${quoted(name)}`).join(', ');
  const fromClause = [
    ...(read ? [`json_to_record($1::text::json) as given(${read})`] : []),
    `lateral public.${quoted(routine.name)}(${passed}) as called`,
  ].join(', ');
  const item = routine.returns_rows ? 'source' : 'source.value';
  const body = routine.returns_set ? `coalesce(json_agg(${item}), '[]')` : `coalesce(json_agg(${item}) -> 0, 'null')`;
  const columns = routine.returns_rows ? 'called.*' : 'called as value';
  const limit = routine.returns_set ? ` limit ${mostRows}` : '';
  return `select (${body})::text as body from (select ${columns} from ${fromClause}${limit}) as source`;
}

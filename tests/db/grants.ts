import type postgres from 'postgres';

/** An object's rights as `role PRIVILEGE PRIVILEGE`, without those of its owner; `PUBLIC` is everybody. */
const rights = (acl: string, kind: string, owner: string) => `(
  select string_agg(who || ' ' || what, '; ' order by who collate "C") from (
    select coalesce(nullif(g.grantee, 0)::regrole::text, 'PUBLIC') as who,
      string_agg(g.privilege_type, ' ' order by g.privilege_type collate "C") as what
    from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) g
    where g.grantee <> ${owner} group by 1) x)`;

const question = `
  select 'schema ' || nspname as object, ${rights('nspacl', 'n', 'nspowner')} as rights
    from pg_namespace where nspname in ('public', 'privado', 'auth', 'storage')
  union all
  select case relkind when 'S' then 'sequence ' else 'table ' end || relname,
    case relkind when 'S' then ${rights('relacl', 's', 'relowner')} else ${rights('relacl', 'r', 'relowner')} end
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  union all
  select 'column ' || c.relname || '.' || a.attname, ${rights('a.attacl', 'c', 'c.relowner')}
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace
    where a.attacl is not null and a.attnum > 0 and not a.attisdropped
  union all
  select 'function ' || case p.pronamespace::regnamespace::text when 'privado' then 'privado.' else '' end || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
    ${rights('p.proacl', 'f', 'p.proowner')}
    from pg_proc p where p.pronamespace::regnamespace::text in ('public', 'privado')
      and not exists (select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  union all
  select concat_ws(' ', 'by default: what', d.defaclrole::regrole, 'makes in', n.nspname, 'of kind', d.defaclobjtype),
    ${rights('d.defaclacl', 'r', 'd.defaclrole')}
    from pg_default_acl d join pg_namespace n on n.oid = d.defaclnamespace`;

/**
 * Privileges besides the owner's: schemas, tables, columns, sequences, functions, and default privileges. One object
 * per line, sorted; objects without privileges are left out.
 */
export async function readGrants(sql: postgres.Sql): Promise<string> {
  const rows = await sql.unsafe(
    `select object, rights from (${question}) x where rights is not null order by object collate "C"`,
  );
  return rows.map(({ object, rights: who }) => `${object}: ${who}\n`).join('');
}

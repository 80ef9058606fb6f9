import type postgres from 'postgres';

/** Full definitions of all objects of a database by name, as comparable text. */
export type Catalogue = Map<string, string>;

/** Excludes the schemas of PostgreSQL and of the migration history. */
const foreign = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'supabase_migrations')`;

/** Excludes objects of extensions. */
const own = (catalog: string, oid: string) =>
  `not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;

/** Grants in canonical order, without the owner's rights. */
const grants = (acl: string, kind: string, owner: string) => `coalesce((
  select string_agg(case when g.grantee = 0 then 'public' else g.grantee::regrole::text end || '=' || g.privilege_type
    || case when g.is_grantable then '*' else '' end, ' ' order by g.grantee::regrole::text collate "C", g.privilege_type)
  from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) g), '')`;

const remark = (catalog: string, oid: string, column = '0') =>
  `coalesce((select ' — ' || description from pg_description
    where classoid = '${catalog}'::regclass and objoid = ${oid} and objsubid = ${column}), '')`;

const relation = `n.nspname || '.' || c.relname`;
const relations = `pg_class c join pg_namespace n on n.oid = c.relnamespace and ${foreign} and ${own('pg_class', 'c.oid')}`;

/** One query per kind of object: name and definition. */
const questions: Record<string, string> = {
  schema: `select n.nspname, n.nspowner::regrole || ' ' || ${grants('n.nspacl', 'n', 'n.nspowner')} from pg_namespace n where ${foreign}`,
  extension: `select extname, n.nspname from pg_extension x join pg_namespace n on n.oid = x.extnamespace`,
  relation: `select ${relation}, concat_ws(' ', c.relkind, c.relpersistence, c.relowner::regrole, 'rls', c.relrowsecurity,
      c.relforcerowsecurity, c.reloptions::text, ${grants('c.relacl', 'r', 'c.relowner')}) || ${remark('pg_class', 'c.oid')}
    from ${relations} where c.relkind in ('r', 'p', 'v', 'm', 'f')`,
  sequence: `select ${relation}, concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax,
      s.seqcache, s.seqcycle, ${grants('c.relacl', 's', 'c.relowner')})
    from ${relations} join pg_sequence s on s.seqrelid = c.oid`,
  column: `select ${relation} || '.' || a.attname, concat_ws(' ',
      row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid),
      'identity ' || nullif(a.attidentity::text, ''), 'generated ' || nullif(a.attgenerated::text, ''),
      nullif(a.attcollation, 0::oid)::regcollation,
      (select string_agg(g.grantee::regrole || '=' || g.privilege_type, ' ' order by g.grantee::regrole::text collate "C", g.privilege_type)
        from aclexplode(a.attacl) g)) || ${remark('pg_class', 'c.oid', 'a.attnum')}
    from ${relations} join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p', 'v', 'm', 'f')`,
  constraint: `select ${relation} || ' ' || k.conname, concat_ws(' ', pg_get_constraintdef(k.oid), k.convalidated,
      k.condeferrable, k.condeferred) from pg_constraint k join ${relations} on c.oid = k.conrelid`,
  index: `select n.nspname || '.' || c.relname, concat_ws(' ', pg_get_indexdef(c.oid), i.indisvalid, i.indisclustered)
    from ${relations} join pg_index i on i.indexrelid = c.oid`,
  view: `select ${relation}, pg_get_viewdef(c.oid) from ${relations} where c.relkind in ('v', 'm')`,
  trigger: `select ${relation} || ' ' || t.tgname, concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t join ${relations} on c.oid = t.tgrelid where not t.tgisinternal`,
  policy: `select ${relation} || ' ' || p.polname, concat_ws(' ', p.polpermissive, p.polcmd,
      (select string_agg(case when r = 0 then 'public' else r::regrole::text end, ',' order by r::regrole::text collate "C") from unnest(p.polroles) r),
      'using ' || pg_get_expr(p.polqual, p.polrelid), 'check ' || pg_get_expr(p.polwithcheck, p.polrelid))
    from pg_policy p join ${relations} on c.oid = p.polrelid`,
  function: `select p.oid::regprocedure::text, p.proowner::regrole || ' ' || ${grants('p.proacl', 'f', 'p.proowner')}
      || ${remark('pg_proc', 'p.oid')} || E'\\n' || case p.prokind when 'a' then 'aggregate' else pg_get_functiondef(p.oid) end
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace and ${foreign} and ${own('pg_proc', 'p.oid')}`,
  type: `select t.oid::regtype::text, concat_ws(' ', t.typtype, format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault,
      (select string_agg(quote_literal(l.enumlabel), ',' order by l.enumsortorder) from pg_enum l where l.enumtypid = t.oid),
      (select string_agg(pg_get_constraintdef(k.oid), ' ' order by k.conname) from pg_constraint k where k.contypid = t.oid),
      ${grants('t.typacl', 'T', 't.typowner')})
    from pg_type t join pg_namespace n on n.oid = t.typnamespace and ${foreign} and ${own('pg_type', 't.oid')}
    where t.typtype in ('c', 'd', 'e', 'r') and t.typelem = 0
      and not exists (select from pg_class c where c.oid = t.typrelid and c.relkind <> 'c')`,
  rule: `select ${relation} || ' ' || r.rulename, pg_get_ruledef(r.oid)
    from pg_rewrite r join ${relations} on c.oid = r.ev_class where r.rulename <> '_RETURN'`,
  'event trigger': `select evtname, concat_ws(' ', evtevent, evtfoid::regprocedure, evtenabled, evttags) from pg_event_trigger`,
  'default privilege': `select concat_ws(' ', d.defaclrole::regrole, coalesce(n.nspname, '-'), d.defaclobjtype), (
      select coalesce(string_agg(g.grantee::regrole || '=' || g.privilege_type, ' ' order by g.grantee::regrole::text collate "C", g.privilege_type), '')
      from aclexplode(d.defaclacl) g)
    from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace`,
};

/** Reads the tables whose rows the schema files may write: those of `public`, and Storage's buckets. */
async function readRows(sql: postgres.Sql, catalogue: Catalogue): Promise<void> {
  const tables = await sql<{ name: string; kept: string[]; key: string[] }[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      -- What the database makes up by itself (a moment, a random key) says nothing.
      array_agg(quote_ident(a.attname) order by a.attnum)
        filter (where d.oid is null or pg_get_expr(d.adbin, d.adrelid) !~ '\\(') as kept,
      array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attnum = any (i.indkey)) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind = 'r' and (n.nspname = 'public' or (n.nspname = 'storage' and c.relname = 'buckets'))
    group by 1 order by 1`;
  for (const { name, kept, key } of tables) {
    const list = kept.filter((column) => !/^(created|updated)_at$/.test(column)).join(', ');
    const rows = await sql.unsafe(`select (select to_jsonb(k) from (select ${key.join(', ')}) k)::text as key,
      (select to_jsonb(v) from (select ${list}) v)::text as value from ${name}`);
    for (const { key: id, value } of rows) catalogue.set(`row ${name} ${id}`, value);
  }
}

/** Reads all objects of a database and the rows that the schema files write. */
export async function readCatalogue(sql: postgres.Sql): Promise<Catalogue> {
  const catalogue: Catalogue = new Map();
  for (const [kind, question] of Object.entries(questions)) {
    const rows = await sql.unsafe(`select x.name::text, x.value::text from (${question}) x(name, value)`);
    for (const { name, value } of rows) catalogue.set(`${kind} ${name}`, value ?? '');
  }
  await readRows(sql, catalogue);
  return catalogue;
}

export type Difference = { name: string; left: string | undefined; right: string | undefined };

/** Differences between two databases; `undefined` if one lacks the object. */
export function compareCatalogues(left: Catalogue, right: Catalogue): Difference[] {
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((name) => left.get(name) !== right.get(name))
    .sort()
    .map((name) => ({ name, left: left.get(name), right: right.get(name) }));
}

import type postgres from 'postgres';

/** A relationship from the embedding table: `columns` are its own, `others` the target's. */
export type Relationship = {
  kind: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';
  target: string;
  /** The name of the foreign key, or of the junction table. */
  name: string;
  columns: string[];
  others: string[];
};

export type ApiSchema = {
  /** The columns of each table and view. */
  columns: Map<string, Set<string>>;
  /** Computed fields by table, which are not part of `*`. */
  computed: Map<string, Set<string>>;
  relationships: Map<string, Relationship[]>;
};

type ForeignKey = {
  name: string;
  table: string;
  columns: string[];
  target: string;
  others: string[];
  is_unique: boolean;
  is_in_key: boolean;
};

type Named = { table: string; names: string[] };
const byTable = (rows: Named[]) => new Map(rows.map(({ table, names }) => [table, new Set(names)]));

const readColumns = (sql: postgres.Sql): Promise<Named[]> => sql<Named[]>`
  select c.relname as table, array_agg(a.attname::text order by a.attnum) as names
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
  group by c.oid`;

const readComputed = (sql: postgres.Sql): Promise<Named[]> => sql<Named[]>`
  select c.relname as table, array_agg(p.proname::text) as names
  from pg_proc p join pg_class c on c.reltype = p.proargtypes[0]
  where p.pronamespace = 'public'::regnamespace and c.relnamespace = p.pronamespace and p.pronargs = 1
    and not p.proretset
  group by c.oid`;

const readForeignKeys = (sql: postgres.Sql): Promise<ForeignKey[]> => sql<ForeignKey[]>`
  select k.conname as name, c.relname as table, d.relname as target,
    array(select a.attname::text from unnest(k.conkey) with ordinality x(n, i)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x.n order by x.i) as columns,
    array(select a.attname::text from unnest(k.confkey) with ordinality x(n, i)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = x.n order by x.i) as others,
    exists (select from pg_constraint u where u.conrelid = k.conrelid and u.contype in ('p', 'u')
      and u.conkey <@ k.conkey and u.conkey @> k.conkey) as is_unique,
    exists (select from pg_constraint u where u.conrelid = k.conrelid and u.contype = 'p'
      and k.conkey <@ u.conkey) as is_in_key
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class d on d.oid = k.confrelid
  where k.contype = 'f' and k.conparentid = 0
    and c.relnamespace = 'public'::regnamespace and d.relnamespace = 'public'::regnamespace
  order by k.conname`;

/** Two foreign keys within a table's primary key make it a junction table. */
function throughTables(keys: ForeignKey[]): [table: string, way: Relationship][] {
  const inKey = keys.filter((key) => key.is_in_key);
  return inKey.flatMap((near) =>
    inKey
      .filter((far) => far.table === near.table && far.name !== near.name)
      .map((far): [string, Relationship] => [
        near.target,
        { kind: 'many-to-many', target: far.target, name: near.table, columns: near.others, others: far.others },
      ]),
  );
}

function directly(key: ForeignKey): [table: string, way: Relationship][] {
  const { name, table, columns, target, others } = key;
  return [
    [table, { kind: key.is_unique ? 'one-to-one' : 'many-to-one', target, name, columns, others }],
    [
      target,
      { kind: key.is_unique ? 'one-to-one' : 'one-to-many', target: table, name, columns: others, others: columns },
    ],
  ];
}

/** PostgREST's cache of the schema `public`: tables, columns and relationships. */
export async function readApiSchema(sql: postgres.Sql): Promise<ApiSchema> {
  const [columns, computed, keys] = await Promise.all([readColumns(sql), readComputed(sql), readForeignKeys(sql)]);
  const relationships: ApiSchema['relationships'] = new Map();
  for (const [table, way] of [...keys.flatMap(directly), ...throughTables(keys)]) {
    relationships.set(table, [...(relationships.get(table) ?? []), way]);
  }
  return { columns: byTable(columns), computed: byTable(computed), relationships };
}

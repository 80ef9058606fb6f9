import type { ApiSchema, Relationship } from './schema.ts';
import { BadSelect, type Item, parseSelect } from './select.ts';

/** An error in PostgREST's format. */
export type Refusal = { status: number; code: string; message: string; details: unknown; hint: string | null };

type Relation = Extract<Item, { kind: 'relation' }>;

const isOnly = (columns: string[], name: string) => columns.length === 1 && columns[0] === name;

/**
 * A self-referencing foreign key can be followed in two directions: the table's name leads to the rows that point here,
 * the column's name to the row that it points at. A hint can only be a column of the former.
 */
function leadsWithinTable(way: Relationship, { target, hint }: Relation): boolean {
  const isToMany = way.kind === 'one-to-many' && target === way.target;
  if (hint !== null) return isToMany && isOnly(way.others, hint);
  return isToMany || (way.kind === 'many-to-one' && isOnly(way.columns, target));
}

function leadsElsewhere(way: Relationship, { target, hint }: Relation): boolean {
  if (hint !== null) {
    if (target !== way.target) return false;
    if (hint === way.name) return true;
    return way.kind !== 'many-to-many' && (isOnly(way.columns, hint) || isOnly(way.others, hint));
  }
  if (target === way.target) return true;
  return way.kind !== 'many-to-many' && (target === way.name || isOnly(way.columns, target));
}

function wayTo(schema: ApiSchema, table: string, relation: Relation): Relationship | Refusal {
  const { target, hint } = relation;
  const ways = (schema.relationships.get(table) ?? []).filter((way) =>
    way.target === table ? leadsWithinTable(way, relation) : leadsElsewhere(way, relation),
  );
  const [first] = ways;
  if (!first) {
    const using = hint === null ? '' : ` using the hint '${hint}'`;
    return {
      status: 400,
      code: 'PGRST200',
      message: `Could not find a relationship between '${table}' and '${target}' in the schema cache`,
      details: `Searched for a foreign key relationship between '${table}' and '${target}'${using} in the schema 'public', but no matches were found.`,
      hint: null,
    };
  }
  if (ways.length === 1) return first;
  return {
    status: 300,
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${table}' and '${target}'`,
    details: ways.map((way) => ({
      cardinality: way.kind,
      embedding: `${table} with ${way.target}`,
      relationship: `${way.name} using ${table}(${way.columns}) and ${way.target}(${way.others})`,
    })),
    hint: `Try changing '${target}' to one of the following: ${ways.map((way) => `'${way.target}!${way.name}'`).join(', ')}. Find the desired relationship in the 'details' key.`,
  };
}

/** The result of a select: its table and columns, and embedded ones by the name that filters use. */
export type Reading = { table: string; columns: string[]; embedded: Map<string, Reading> };

function read(schema: ApiSchema, table: string, items: Item[]): Reading | Refusal {
  const reading: Reading = { table, columns: [], embedded: new Map() };
  for (const item of items) {
    if (item.kind === 'column') {
      const all = schema.columns.get(table) ?? new Set();
      const isKnown = item.name === '*' || all.has(item.name) || schema.computed.get(table)?.has(item.name);
      if (!isKnown) {
        const message = `column ${table}.${item.name} does not exist`;
        return { status: 400, code: '42703', message, details: null, hint: null };
      }
      if (item.name === '*') reading.columns.push(...all);
      else if (all.has(item.name)) reading.columns.push(item.name);
      continue;
    }
    const way = wayTo(schema, table, item);
    if ('status' in way) return way;
    const inner = read(schema, way.target, item.items);
    if ('status' in inner) return inner;
    reading.embedded.set(item.alias ?? item.target, inner);
  }
  return reading;
}

/**
 * Resolves a `select` by the rules of PostgREST ("Resource Embedding" in its documentation).
 *
 * @returns what it reads, or PostgREST's error
 */
export function resolveSelect(schema: ApiSchema, table: string, select: string): Reading | Refusal {
  if (!schema.columns.has(table)) {
    const message = `Could not find the table 'public.${table}' in the schema cache`;
    return { status: 404, code: 'PGRST205', message, details: null, hint: null };
  }
  try {
    return read(schema, table, parseSelect(select));
  } catch (problem) {
    if (!(problem instanceof BadSelect)) throw problem;
    return { status: 400, code: problem.code, message: problem.message, details: null, hint: null };
  }
}

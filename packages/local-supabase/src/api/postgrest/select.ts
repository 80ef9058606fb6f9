/** One entry of a `select` parameter. */
export type Item =
  | { kind: 'column'; name: string }
  | { kind: 'relation'; target: string; hint: string | null; alias: string | null; items: Item[] };

/** A `select` that is invalid, or needs a feature that hosted projects disable. */
export class BadSelect extends Error {
  readonly code: 'PGRST100' | 'PGRST123';
  constructor(code: BadSelect['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Splits at commas outside of brackets and quotes. */
function splitEntries(text: string): string[] {
  const entries = [''];
  let depth = 0;
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    if (!isQuoted) depth += Number(sign === '(') - Number(sign === ')');
    if (depth < 0) break;
    if (sign === ',' && depth === 0 && !isQuoted) entries.push('');
    else entries[entries.length - 1] += sign;
  }
  if (depth !== 0 || isQuoted) throw new BadSelect('PGRST100', `the brackets of "${text}" do not match`);
  return entries;
}

const name = String.raw`"[^"]+"|[\p{L}_][\p{L}\p{N}_$ ]*`;
const relation = new RegExp(
  String.raw`^(?:\.\.\.)?(?:(${name}):)?(${name})(?:!(${name}))?(?:!(${name}))?\(([^]*)\)$`,
  'u',
);
const column = new RegExp(
  String.raw`^(?:(?:${name}):(?!:))?(\*|${name})(?:->>?(?:${name}|-?\d+))*(?:::[\p{L}_][\p{L}\p{N}_ ]*(?:\[\])?)?$`,
  'u',
);
const aggregate = /^(?:[^:]+:)?(?:count|.+\.(?:avg|count|max|min|sum))\(\)(?:::.*)?$/u;
const joins = new Set(['inner', 'left']);

const bare = (quoted: string | undefined): string | null => quoted?.replace(/^"|"$/g, '') ?? null;

function readEntry(entry: string): Item {
  if (aggregate.test(entry)) throw new BadSelect('PGRST123', 'Use of aggregate functions is not allowed');
  const embedded = relation.exec(entry);
  if (embedded) {
    const [, alias, target = '', first, second, inside = ''] = embedded;
    const marks = [first, second].filter((mark) => mark !== undefined && !joins.has(mark));
    if (marks.length > 1) throw new BadSelect('PGRST100', `"${entry}" has two hints`);
    const items = inside === '' ? [] : parseSelect(inside);
    return { kind: 'relation', target: bare(target) ?? '', hint: bare(marks[0]), alias: bare(alias), items };
  }
  const plain = column.exec(entry);
  if (!plain) throw new BadSelect('PGRST100', `"failed to parse select parameter (${entry})"`);
  return { kind: 'column', name: bare(plain[1]) ?? '' };
}

/**
 * Parses the `select` parameter of PostgREST: columns with alias, JSON path and cast; embedded tables with alias, hint
 * and join; spread tables.
 *
 * @throws BadSelect
 */
export const parseSelect = (select: string): Item[] => splitEntries(select).map((entry) => readEntry(entry.trim()));

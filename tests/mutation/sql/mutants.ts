import { scan } from 'libpg-query';

/** A function of the database with one change. */
export type Mutant = { description: string; definition: string };

type Token = Awaited<ReturnType<typeof scan>>['tokens'][number];

const swapped: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '=': '<>',
  '<>': '=',
  and: 'or',
  or: 'and',
  true: 'false',
  false: 'true',
  least: 'greatest',
  greatest: 'least',
  left: '',
};

/** The replacement of a constant, or null if it stays. */
function constantFor(number: number, before = ''): string | null {
  // `perform 1 from t for update` discards the constant.
  if (before === 'perform') return null;
  // Tests do not make hundreds of rows.
  if (before === 'limit' && number >= 100) return '1';
  return String(number + 1);
}

const statementStarts = ['begin', 'then', 'else', 'loop', ';'];

/**
 * Whether a token is of a statement `select … into …` itself, not of a query in parentheses: PL/pgSQL reads one row of
 * it, so a higher limit than one changes nothing. A `strict` one reads two, and fails.
 */
function isSelectInto(tokens: Token[], index: number): boolean {
  let depth = 0;
  let into = false;
  for (let at = index - 1; at >= 0; at -= 1) {
    const text = tokens[at]?.text.toLowerCase() ?? '';
    if (text === ')') depth += 1;
    if (text === '(') depth -= 1;
    if (depth < 0) return false;
    if (depth > 0) continue;
    if (text === 'into' && tokens[at + 1]?.text.toLowerCase() !== 'strict') into = true;
    if (statementStarts.includes(text)) return into && tokens[at + 1]?.text.toLowerCase() === 'select';
  }
  return false;
}

/** The replacement of a token, or null if it stays. */
function replacementOf(tokens: Token[], index: number): string | null {
  const token = tokens[index];
  if (!token) return null;
  const textAt = (at: number) => tokens[at]?.text.toLowerCase();
  const follows = (word: string) =>
    tokens.slice(Math.max(0, index - 8), index).some((before) => before.text.toLowerCase() === word);
  const text = token.text.toLowerCase();
  if (text === '1' && textAt(index - 1) === 'limit' && isSelectInto(tokens, index)) return null;
  if (token.tokenName === 'ICONST') return constantFor(Number(text), textAt(index - 1));
  // A condition that always holds, but for the predicate that names a partial index.
  if (text === 'where' && !follows('conflict')) return 'where true or';
  if (text === 'if' && statementStarts.includes(textAt(index - 1) ?? '')) return 'if true or';
  if (text === 'null' && textAt(index - 1) === 'is') return 'not null';
  if (text === 'not' && textAt(index - 1) === 'is' && textAt(index + 1) === 'null') return '';
  if (text === 'not' && textAt(index + 1) === 'exists') return '';
  if (text === 'exists' && textAt(index - 1) !== 'not' && textAt(index + 1) === '(') return 'not exists';
  // `between … and …`, `left(…)` and the default of an argument are something else.
  if (text === 'left' && textAt(index + 1) !== 'join') return null;
  if (text === 'and' && follows('between')) return null;
  return Object.hasOwn(swapped, text) ? (swapped[text] ?? null) : null;
}

/** The end of `coalesce(a, b)` that starts at a token, and its first argument; null if the token starts none. */
function coalesceAt(tokens: Token[], index: number, body: Buffer): { end: number; first: string } | null {
  if (tokens[index]?.text.toLowerCase() !== 'coalesce') return null;
  const opening = tokens[index + 1];
  let depth = 0;
  let comma: Token | undefined;
  for (const token of tokens.slice(index + 1)) {
    if (token.text === '(') depth += 1;
    if (token.text === ')') depth -= 1;
    if (token.text === ',' && depth === 1) comma ??= token;
    if (depth > 0) continue;
    return opening && comma ? { end: token.end, first: `(${body.subarray(opening.end, comma.start)})` } : null;
  }
  return null;
}

/**
 * Makes the mutants of a function: another comparison, `and` for `or`, another constant, the other of two branches, a
 * condition that always holds, an inner join for a left one, the first argument alone for `coalesce`.
 *
 * @param definition the answer of `pg_get_functiondef`
 */
export async function mutantsOf(definition: string): Promise<Mutant[]> {
  const opening = /AS (\$\w+\$)/.exec(definition)?.[1];
  if (!opening) return [];
  const start = definition.indexOf(opening) + opening.length;
  const body = Buffer.from(definition.slice(start, definition.lastIndexOf(opening)));
  // Offsets of tokens are in bytes.
  const all = (await scan(body.toString())).tokens;
  const tokens = all.filter(({ tokenName }) => !tokenName.endsWith('COMMENT'));
  return tokens.flatMap((token, index) => {
    const coalesce = coalesceAt(tokens, index, body);
    const replacement = coalesce ? coalesce.first : replacementOf(tokens, index);
    if (replacement === null) return [];
    const end = coalesce?.end ?? token.end;
    const before = body.subarray(0, token.start).toString();
    const after = body.subarray(end).toString();
    const line = before.split('\n').length;
    const near = `${before.slice(-40)}[${body.subarray(token.start, end)} → ${replacement || 'nothing'}]${after.slice(0, 30)}`;
    return [
      {
        description: `line ${line}: ${near.replaceAll(/\s+/g, ' ').trim()}`,
        definition: `${definition.slice(0, start)}${before}${replacement}${after}${opening}\n`,
      },
    ];
  });
}

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

/** The replacement of a token, or null if it stays. */
function replacementOf(tokens: Token[], index: number): string | null {
  const token = tokens[index];
  if (!token) return null;
  const textAt = (at: number) => tokens[at]?.text.toLowerCase();
  const text = token.text.toLowerCase();
  if (token.tokenName === 'ICONST') return String(Number(text) + 1);
  if (text === 'null' && textAt(index - 1) === 'is') return 'not null';
  if (text === 'not' && textAt(index - 1) === 'is' && textAt(index + 1) === 'null') return '';
  if (text === 'not' && textAt(index + 1) === 'exists') return '';
  if (text === 'exists' && textAt(index - 1) !== 'not' && textAt(index + 1) === '(') return 'not exists';
  // `between … and …`, `left(…)` and the default of an argument are something else.
  if (text === 'left' && textAt(index + 1) !== 'join') return null;
  if (text === 'and' && tokens.slice(Math.max(0, index - 8), index).some((before) => /^between$/i.test(before.text))) {
    return null;
  }
  return Object.hasOwn(swapped, text) ? (swapped[text] ?? null) : null;
}

/**
 * Makes the mutants of a function: another comparison, `and` for `or`, another constant, the other of two branches, an
 * inner join for a left one.
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
    const replacement = replacementOf(tokens, index);
    if (replacement === null) return [];
    const before = body.subarray(0, token.start).toString();
    const after = body.subarray(token.end).toString();
    const line = before.split('\n').length;
    const near = `${before.slice(-40)}[${token.text} → ${replacement || 'nothing'}]${after.slice(0, 30)}`;
    return [
      {
        description: `line ${line}: ${near.replaceAll(/\s+/g, ' ').trim()}`,
        definition: `${definition.slice(0, start)}${before}${replacement}${after}${opening}\n`,
      },
    ];
  });
}

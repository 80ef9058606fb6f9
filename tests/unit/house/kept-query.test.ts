import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

// Whose session has ended signs in and comes back: to the order, the draft or the search that the query names.

const accessControl = /^require(?:Me|Moderator|Admin)$/;

/** Access controls in a component with a query, which lose it on the way through the login. */
function losingCalls(path: string, source = readFileSync(path, 'utf8')): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node, hasQuery: boolean) => {
    const isInQuery = ts.isFunctionDeclaration(node)
      ? node.parameters.some((parameter) => /\b(?:searchParams|query)\b/.test(parameter.getText()))
      : hasQuery;
    if (isInQuery && ts.isCallExpression(node) && accessControl.test(node.expression.getText())) {
      const [address, query] = node.arguments;
      if (!query && !address?.getText().includes('?')) found.push(path);
    }
    ts.forEachChild(node, (child) => visit(child, isInQuery));
  };
  visit(file, false);
  return found;
}

test('pages with a query keep it through the login', () => {
  const callIn = (parameters: string, call: string) =>
    losingCalls('x.tsx', `export async function Page(${parameters}) { const me = await ${call}; }`);
  expect(callIn('{ searchParams }: Props', "requireMe('/x')")).toEqual(['x.tsx']);
  expect(callIn('{ query }: Props', "requireAdmin('/x')")).toEqual(['x.tsx']);
  expect(callIn('{ query }: Props', "requireAdmin('/x', await query)")).toEqual([]);
  expect(callIn('{ query }: Props', 'requireMe(`/x?a=1`)')).toEqual([]);
  expect(callIn('', "requireMe('/x')")).toEqual([]);
  expect(globSync('{app,components}/**/*.tsx').flatMap((path) => losingCalls(path))).toEqual([]);
});

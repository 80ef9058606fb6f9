import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

// Before hydration the browser sends a form by itself. Without an action that is a GET to the same page: its query is
// replaced, and what was typed is lost and stands in the address. `method="dialog"` outside a dialog sends nothing.

/** The forms of a source file that only a script sends, and that nothing keeps the browser from sending. */
function leakingForms(path: string, source = readFileSync(path, 'utf8')): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    // A dialog opens after hydration.
    if (ts.isJsxElement(node) && node.openingElement.tagName.getText() === 'Dialog') return;
    if (ts.isJsxOpeningElement(node) && node.tagName.getText() === 'form') {
      const attributes = node.attributes.properties.map((attribute) => attribute.getText().replace(/=\{.*/s, ''));
      const isSafe = attributes.some((text) => /^action\b/.test(text) || text === 'method="dialog"');
      if (attributes.includes('onSubmit') && !isSafe) found.push(path);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('no form that only a script sends is sent by the browser before hydration', () => {
  const formWith = (attributes: string) => leakingForms('x.tsx', `<p><form ${attributes}><b /></form></p>`);
  expect(formWith('onSubmit={submit} noValidate')).toEqual(['x.tsx']);
  expect(formWith('method="post" onSubmit={submit}')).toEqual(['x.tsx']);
  expect(formWith('method="dialog" onSubmit={() => run({ action: 1 })}')).toEqual([]);
  expect(formWith('action="/search" onSubmit={submit}')).toEqual([]);
  expect(leakingForms('x.tsx', '<Dialog title="x"><form onSubmit={submit} /></Dialog>')).toEqual([]);
  expect(globSync('{app,components}/**/*.tsx').flatMap((path) => leakingForms(path))).toEqual([
    // Its button is disabled until hydration.
    'components/checkout/pay-form-client.tsx',
  ]);
});

import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/**
 * The errors of a source file that appear in an element of HTML without a role, which announces it, or an id, by which a
 * control is described.
 */
function silentErrors(path: string, source = readFileSync(path, 'utf8')): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
      const shown = ts.isParenthesizedExpression(node.right) ? node.right.expression : node.right;
      const isError = /problem$|error|wrong/i.test(node.left.getText());
      if (isError && ts.isJsxElement(shown)) {
        const { tagName, attributes } = shown.openingElement;
        const isPlain = /^[a-z]/.test(tagName.getText());
        const isLinked = attributes.properties.some((attribute) => /^(role|id)$/.test(attribute.name?.getText() ?? ''));
        if (isPlain && !isLinked)
          found.push(`${path}:${file.getLineAndCharacterOfPosition(shown.getStart()).line + 1}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('screen readers learn of each error of a form or a button', () => {
  expect(silentErrors('x.tsx', '<div>{problem && <p>{problem}</p>}{errors.name && (<p>!</p>)}</div>')).toHaveLength(2);
  expect(silentErrors('x.tsx', '<div>{problem && <p role="alert">{problem}</p>}</div>')).toEqual([]);
  expect(silentErrors('x.tsx', '<div>{problem && <Notice tone="bad">{problem}</Notice>}</div>')).toEqual([]);
  expect(globSync('{app,components}/**/*-client.tsx').flatMap((path) => silentErrors(path))).toEqual([]);
});

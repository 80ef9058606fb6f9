import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

// The translator of a browser puts every text of a page into an element of its own. React then fails to insert an element
// before such a text, or to take a conditional text away, and the page ends in its error (facebook/react#11538). So beside
// what comes and goes, texts stand in elements: `{busy && <Wheel />}<span>{label}</span>`.

/** Names under which components take elements, or what their callers answer for. */
const elementNames = /^(children|actions|action|heading|reviews|unfinished|mainButton|otherButton|deliveries|licence)$/;

const bare = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ? bare(node.expression) : node;
const isElement = (node: ts.Node) =>
  ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node);
const isNothing = (node: ts.Expression) =>
  node.kind === ts.SyntaxKind.NullKeyword || node.kind === ts.SyntaxKind.FalseKeyword || node.getText() === 'undefined';

/** Possible results of an expression: the last operand of `&&`, both sides of `? :`, `||` and `??`. */
function outcomesOf(expression: ts.Expression): ts.Expression[] {
  const node = bare(expression);
  if (ts.isConditionalExpression(node)) return [...outcomesOf(node.whenTrue), ...outcomesOf(node.whenFalse)];
  if (!ts.isBinaryExpression(node)) return [node];
  const operator = node.operatorToken.kind;
  if (operator === ts.SyntaxKind.AmpersandAmpersandToken) return outcomesOf(node.right);
  const isEither = operator === ts.SyntaxKind.BarBarToken || operator === ts.SyntaxKind.QuestionQuestionToken;
  return isEither ? [...outcomesOf(node.left), ...outcomesOf(node.right)] : [node];
}

function isText(node: ts.Expression): boolean {
  if (isElement(node) || isNothing(node)) return false;
  if (ts.isIdentifier(node)) return !elementNames.test(node.text);
  if (ts.isPropertyAccessExpression(node)) return !elementNames.test(node.name.text);
  if (!ts.isCallExpression(node)) return true;
  return (
    !(ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'map') && isText(node.expression)
  );
}

const isAnd = (node: ts.Expression) =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;

/** Checks for an element or a text that is rendered conditionally. */
function comesAndGoes(expression: ts.Expression): boolean {
  const outcomes = outcomesOf(expression);
  if (isAnd(bare(expression))) return outcomes.some((node) => isElement(node) || isText(node));
  return outcomes.length > 1 && outcomes.some((node) => isElement(node) || isNothing(node));
}

/** The lines of a file with a text beside conditional content. */
function faultsIn(path: string, source = readFileSync(path, 'utf8')): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const faults: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter((child) => !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces));
      const expressions = children.flatMap((child) =>
        ts.isJsxExpression(child) && child.expression ? [child.expression] : [],
      );
      const hasText = children.some(ts.isJsxText) || expressions.some((child) => outcomesOf(child).some(isText));
      if (children.length > 1 && hasText && expressions.some(comesAndGoes)) {
        faults.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return faults;
}

it.each([
  ['<b>{busy && <Wheel />}{label}</b>', 1],
  ['<b>{busy && <Wheel />} Send</b>', 1],
  ['<b><i />{name && name.toUpperCase()}</b>', 1],
  ['<b>{page ? <a>{name}</a> : name}<i /></b>', 1],
  ['<b>{busy && <Wheel />}<span>{label}</span></b>', 0],
  ['<b>{problem ?? (sent && t("sent"))}</b>', 0],
  ['<b><Icon />{busy ? t("busy") : t("send")}</b>', 0],
])('texts beside conditional content are counted in %s: %i', (source, count) =>
  expect(faultsIn('x.tsx', `const x = ${source}`)).toHaveLength(count),
);

it('no page text is a sibling of conditional content', () =>
  expect(globSync('{app,components}/**/*.tsx').flatMap((path) => faultsIn(path))).toEqual([]));

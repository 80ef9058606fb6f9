import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');

function unwrap(expression: ts.Expression): ts.Expression {
  return ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression)
    ? unwrap(expression.expression)
    : expression;
}

function objectOf(file: string, variable: string): ts.ObjectLiteralExpression {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const declarations = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations);
  const declaration = declarations.find(({ name }) => name.getText() === variable);
  const value = declaration?.initializer && unwrap(declaration.initializer);
  if (!value || !ts.isObjectLiteralExpression(value)) throw new Error(`${file} has no object ${variable}`);
  return value;
}

function* documented(object: ts.ObjectLiteralExpression, depth: number): Generator<[name: string, text: string]> {
  for (const property of object.properties.filter(ts.isPropertyAssignment)) {
    if (depth > 1) {
      const value = unwrap(property.initializer);
      if (ts.isObjectLiteralExpression(value)) yield* documented(value, depth - 1);
      continue;
    }
    const text = ts.getTextOfJSDocComment(ts.getJSDocCommentsAndTags(property).find(ts.isJSDoc)?.comment);
    if (!text) throw new Error(`${property.name.getText()} has no doc comment`);
    yield [property.name.getText(), text.replaceAll(/\s+/g, ' ')];
  }
}

/**
 * Doc comments of an object's properties, in order.
 *
 * @param depth level of the properties: 1 for those of the object, 2 for those of its objects
 * @throws if a property has none
 */
export const docComments = (file: string, variable: string, depth = 1): Array<[name: string, text: string]> => [
  ...documented(objectOf(file, variable), depth),
];

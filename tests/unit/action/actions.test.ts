import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const sources = globSync('{app,components,lib}/**/*.{ts,tsx}');
const naming = sources.filter((file) => /['"]use server['"]/.test(readFileSync(file, 'utf8')));
const makers = ['defineAction', 'defineForm', 'defineButton'];

const parse = (file: string) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

/** The values that a module exports, each with how it is made: `defineAction('name')`, or the kind of statement. */
function exportsOf(source: ts.SourceFile): Array<[name: string, made: string]> {
  return source.statements.flatMap((statement): Array<[string, string]> => {
    if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) return [];
    if (ts.isExportDeclaration(statement) || ts.isExportAssignment(statement)) return [['', statement.getText()]];
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (!ts.isVariableStatement(statement)) return [['', statement.getText().slice(0, 80)]];
    return statement.declarationList.declarations.map(({ name, initializer }) => {
      if (!initializer || !ts.isCallExpression(initializer)) return [name.getText(), 'no call'];
      const [first] = initializer.arguments;
      return [name.getText(), `${initializer.expression.getText()}(${first?.getText()})`];
    });
  });
}

describe.each(naming)('%s', (file) => {
  const source = parse(file);

  it('is a file of actions only', () => {
    const [first] = source.statements;
    expect(first && ts.isExpressionStatement(first) && first.expression.getText()).toBe("'use server'");
    expect(readFileSync(file, 'utf8').match(/['"]use server['"]/g)).toHaveLength(1);
  });

  it('exports only actions made by the shared functions, under their own names', () => {
    for (const [name, made] of exportsOf(source)) {
      expect(makers.map((maker) => `${maker}('${name}')`)).toContain(made);
    }
  });
});

it('the actions of the shop are found, with unique names', () => {
  const names = naming.flatMap((file) => exportsOf(parse(file)).map(([name]) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(40);
  expect(names).toEqual(
    expect.arrayContaining(['logInAction', 'deleteAccountAction', 'changeSwitch', 'claimPurchase']),
  );
});

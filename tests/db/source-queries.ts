import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Role } from './harness.ts';

type Step = { name: string; args: readonly ts.Expression[] };

/** A table query in the sources: `.from(table)` and its chained calls. */
export type SourceQuery = { at: string; table: string; role: Role; steps: Step[]; text: Text };

/** The text of an expression made of literals and constants; null for any other. */
type Text = (expression: ts.Expression | undefined) => string | null;

const files = new Map<string, ts.SourceFile>();
function parse(file: string): ts.SourceFile {
  const known = files.get(file);
  if (known) return known;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  files.set(file, source);
  return source;
}

/** Without what says nothing of the value: brackets, `await`, `as const`, `!`. */
function plain(node: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node);
  return isWrapped ? plain(node.expression) : node;
}

function moduleOf(specifier: string, from: string): string | null {
  if (!/^(?:@|\.\.?)\//.test(specifier)) return null;
  const path = specifier.startsWith('@/') ? specifier.slice(2) : join(dirname(from), specifier);
  return (
    ['.ts', '.tsx', '/index.ts', '']
      .map((end) => path + end)
      .find((file) => /\.tsx?$/.test(file) && existsSync(file)) ?? null
  );
}

const constantsOf = (source: ts.SourceFile) =>
  source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations]);

/** The value of a constant of this module, or of the module that it comes from. */
function constant(name: string, source: ts.SourceFile): { value: ts.Expression; source: ts.SourceFile } | null {
  for (const { name: declared, initializer } of constantsOf(source)) {
    if (declared.getText() === name && initializer) return { value: initializer, source };
  }
  for (const statement of source.statements) {
    const bindings = ts.isImportDeclaration(statement) && statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    const found = bindings.elements.find((element) => element.name.text === name);
    const file = found && moduleOf((statement.moduleSpecifier as ts.StringLiteral).text, source.fileName);
    if (file) return constant((found.propertyName ?? found.name).text, parse(file));
  }
  return null;
}

function textIn(source: ts.SourceFile): Text {
  return (expression) => {
    const node = expression && plain(expression);
    if (!node) return null;
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return node.text;
    if (ts.isIdentifier(node)) {
      const found = constant(node.text, source);
      return found && textIn(found.source)(found.value);
    }
    if (!ts.isTemplateExpression(node)) return null;
    const parts = node.templateSpans.map((span) => {
      const inner = textIn(source)(span.expression);
      return inner === null ? null : inner + span.literal.text;
    });
    return parts.includes(null) ? null : node.head.text + parts.join('');
  };
}

/** The chain of calls on an expression's value, and its end. */
function chainFrom(start: ts.Expression): { steps: Step[]; end: ts.Expression } {
  const steps: Step[] = [];
  let end = start;
  for (;;) {
    const access = end.parent;
    if (ts.isParenthesizedExpression(access)) {
      end = access;
      continue;
    }
    if (!ts.isPropertyAccessExpression(access) || access.expression !== end) break;
    const call = access.parent;
    if (!ts.isCallExpression(call) || call.expression !== access) break;
    steps.push({ name: access.name.text, args: call.arguments });
    end = call;
  }
  return { steps, end };
}

function nodesOf(root: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return nodes;
}

const functionAround = (node: ts.Node): ts.Node =>
  ts.findAncestor(node.parent, ts.isFunctionLike) ?? node.getSourceFile();

/** Uses of a value by name: of a variable, or of the return value of a function in the same module. */
function usesOf(end: ts.Expression): ts.Expression[] {
  const { parent } = end;
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) {
    const { text } = parent.name;
    return nodesOf(functionAround(parent)).filter(
      (node): node is ts.Identifier => ts.isIdentifier(node) && node.text === text && node !== parent.name,
    );
  }
  if (!ts.isReturnStatement(parent)) return [];
  const maker = functionAround(parent);
  const name = ts.isFunctionDeclaration(maker) ? maker.name?.text : null;
  return nodesOf(end.getSourceFile()).filter(
    (node): node is ts.CallExpression => ts.isCallExpression(node) && node.expression.getText() === name,
  );
}

/** Steps that follow a value: those of a variable belong to one question, those of a function's answer each to one. */
function follow(start: ts.Expression): Step[][] {
  const { steps, end } = chainFrom(start);
  const uses = usesOf(end);
  if (uses.length === 0) return [steps];
  if (ts.isReturnStatement(end.parent)) return uses.flatMap(follow).map((more) => [...steps, ...more]);
  return [[...steps, ...uses.flatMap((use) => chainFrom(use).steps)]];
}

const roles: Record<string, Role> = {
  createPublicClient: 'anon',
  createRequestClient: 'authenticated',
  createAdminClient: 'service_role',
};

/** The role of a client. A client passed as an argument is the signed-in person's. */
function roleOf(client: ts.Expression): Role | null {
  const node = plain(client);
  if (ts.isCallExpression(node)) return roles[node.expression.getText()] ?? null;
  if (!ts.isIdentifier(node)) return null;
  for (let scope = functionAround(node); ; scope = functionAround(scope)) {
    for (const child of nodesOf(scope)) {
      const declares = ts.isVariableDeclaration(child) || ts.isParameter(child);
      if (!declares || child.name.getText() !== node.text) continue;
      return child.initializer ? roleOf(child.initializer) : 'authenticated';
    }
    if (ts.isSourceFile(scope)) return null;
  }
}

const verbs = new Set(['select', 'insert', 'update', 'upsert', 'delete']);

/** Every question to a table in some sources, and what of them cannot be read here. */
export function queriesOf(names: string[]): { queries: SourceQuery[]; unreadable: string[] } {
  const queries: SourceQuery[] = [];
  const unreadable: string[] = [];
  for (const file of names) {
    const source = parse(file);
    const text = textIn(source);
    for (const node of nodesOf(source)) {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) continue;
      const { expression: client, name } = node.expression;
      const questions = name.text === 'from' ? follow(node) : [];
      // Arrays, buffers and buckets have a `from`, too.
      if (!questions.flat().some((step) => verbs.has(step.name))) continue;
      const at = `${file}:${source.getLineAndCharacterOfPosition(name.getStart()).line + 1}`;
      const table = text(node.arguments[0]);
      const role = roleOf(client);
      if (table === null || role === null) {
        unreadable.push(`${at}: ${node.getText().slice(0, 80)}`);
        continue;
      }
      queries.push(...questions.map((steps) => ({ at, table, role, steps, text })));
    }
  }
  return { queries, unreadable };
}

/** The functions of the database that sources call for one answer, which is cut if it is a list. */
export function calledOnce(names: string[]): Map<string, string> {
  const called = new Map<string, string>();
  for (const file of names) {
    for (const node of nodesOf(parse(file))) {
      if (!ts.isCallExpression(node) || !/^(?:readRpc|callRpc)$/.test(node.expression.getText())) continue;
      const [, name] = node.arguments;
      if (name && ts.isStringLiteral(name)) called.set(name.text, file);
    }
  }
  return called;
}

/** The sources of the product. */
export const productSources = () => globSync('{app,components,lib}/**/*.{ts,tsx}');

/** Questions in a text that stands for a source, to try the reading itself. */
export function queriesOfText(source: string) {
  const file = `lib/example-${files.size}.ts`;
  files.set(file, ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return queriesOf([file]);
}

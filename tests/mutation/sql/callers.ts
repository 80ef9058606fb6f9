import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A function of the database: its name, and the text that may name others. */
export type DatabaseFunction = { name: string; text: string };

/** How often each name occurs. */
function namesIn(text: string) {
  const counts = new Map<string, number>();
  for (const name of text.match(/[a-z_][a-z_0-9]*/g) ?? []) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/**
 * Finds the tests of each function: those that name it, or something that calls it, the closest first, and of them those
 * that name it more often.
 *
 * @param functions functions, and triggers, policies and views under the name of their table
 * @param files test files with their texts, by path
 * @returns a lookup by name; empty if no test reaches the function
 */
export function testsByFunction(
  functions: DatabaseFunction[],
  files: Record<string, string>,
): (name: string) => string[] {
  const bodies = functions.map(({ name, text }) => ({ name, names: namesIn(text) }));
  const tests = Object.entries(files).map(([file, text]) => ({ file, names: namesIn(text) }));
  return (name) => {
    const reached = new Set([name]);
    const found = new Set<string>();
    // A set that grows is iterated to its end: callers follow the functions that they call.
    for (const callee of reached) {
      const naming = tests.map(({ file, names }) => ({ file, times: names.get(callee) ?? 0 }));
      for (const { file, times } of naming.sort((a, b) => b.times - a.times)) if (times > 0) found.add(file);
      for (const body of bodies) if (body.names.has(callee)) reached.add(body.name);
    }
    return [...found];
  };
}

type Helper = { name: string; body: string; helpers: Helper[] };

/** The helpers of the modules beside a test that a text imports, and those that these call. */
function readHelpers(text: string): Helper[] {
  return [...text.matchAll(/from '\.\/([\w-]+\.ts)'/g)].flatMap(([, path = '']) => {
    const module = readFileSync(join('tests/db', path), 'utf8');
    const own: Helper[] = [...module.matchAll(/^export (?:async )?(?:function|const) (\w+)([\s\S]*?)^}?\)?;?$/gm)].map(
      ([, name = '', body = '']) => ({ name, body, helpers: [] }),
    );
    const helpers = [...own, ...readHelpers(module)];
    return own.map((helper) => ({ ...helper, helpers: helpers.filter(({ name }) => name !== helper.name) }));
  });
}

/** A text, and the helpers that it calls, as often as it calls them. */
const withHelpers = (text: string, helpers: Helper[]): string =>
  [
    text,
    ...helpers.map(({ name, body, helpers: called }) => {
      const calls = text.split(`${name}(`).length - 1;
      return calls > 0 ? withHelpers(body, called).repeat(calls) : '';
    }),
  ].join('\n');

/**
 * A test file with what names functions for it: the helpers that it calls, as often as it calls them, the snapshots that
 * it compares, and the modules of the shop that it imports.
 */
function readTest(file: string): string {
  const text = readFileSync(file, 'utf8');
  const snapshots = [...text.matchAll(/toMatchFileSnapshot\('([^']+)'\)/g)].map(([, name = '']) =>
    readFileSync(join(dirname(file), name), 'utf8'),
  );
  // The generated types name every function.
  const modules = [...text.matchAll(/'@\/((?:app|lib)\/[^']+)(?<!\.types)'/g)]
    .flatMap(([, path]) => [`${path}.ts`, `${path}/index.ts`])
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'));
  return [withHelpers(text, readHelpers(text)), ...snapshots, ...modules].join('\n');
}

/** The database tests with their texts, by path. */
export const readDatabaseTests = (): Record<string, string> =>
  Object.fromEntries(globSync('tests/db/**/*.test.ts').map((file) => [file, readTest(file)]));

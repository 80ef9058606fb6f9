import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { root, walk } from '../import-graph';

const { files, packages } = walk(join(root, 'middleware.ts'));
const named = [...files].map((file) => relative(root, file));

it('the module graph of the middleware is complete', () => {
  expect(named).toEqual(expect.arrayContaining(['lib/core/env.ts', 'lib/gates/kept-page.ts', 'lib/status/server.ts']));
  expect(packages).toContain('@supabase/supabase-js');
});

/** The one that the runtime of the middleware has as well. */
const shared = ['node:async_hooks'];

it('the middleware imports no Node module missing in its runtime', () => {
  expect([...packages].filter((name) => isBuiltin(name) && !shared.includes(name))).toEqual([]);
});

it('the middleware uses no global of Node except the environment', () => {
  // The name of a file may end in `-process.mjs`.
  const nodeGlobal = /(?<!-)\b(?:Buffer|setImmediate|__dirname|__filename|require|process\.(?!env\b)\w+)\b/;
  const code = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\/|\/\/.*$/gms, '');
  expect([...files].filter((file) => nodeGlobal.test(code(file))).map((file) => relative(root, file))).toEqual([]);
});

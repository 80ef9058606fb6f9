import { glob, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PHASE_PRODUCTION_SERVER } from 'next/constants';
import { expect, test } from 'vitest';
import * as ours from '@/lib/core/browser/next-constants.mjs';
import configure from '@/next.config.mjs';

const root = join(import.meta.dirname, '../../..');
const require = createRequire(import.meta.url);
const { turbopack } = await configure(PHASE_PRODUCTION_SERVER);
const requests = Object.keys(turbopack?.resolveAlias ?? {});

const files = new Map<string, string>();
for await (const path of glob('node_modules/next/dist/{client,build/polyfills}/**/*.js', { cwd: root }))
  files.set(path, await readFile(join(root, path), 'utf8'));

test.each(requests)('Next.js still asks for %s', (request) => {
  expect(
    [...files.values()].some(
      (code) => code.includes(`require("${request}")`) || code.includes(`require('${request}')`),
    ),
  ).toBe(true);
});

test('the constants that stand for those of Next.js are all that its router takes, with the same values', () => {
  const taken = new Map<string, unknown>();
  for (const [path, code] of files)
    for (const [, name = '', request = ''] of code.matchAll(/const (\w+) = require\("([./]+\/lib\/constants)"\)/g)) {
      if (!requests.includes(request)) continue;
      const values = require(join(root, dirname(path), request)) as Record<string, unknown>;
      for (const [, constant = ''] of code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g')))
        taken.set(constant, values[constant]);
    }
  expect({ ...ours }).toEqual(Object.fromEntries(taken));
});

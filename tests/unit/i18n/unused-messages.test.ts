import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import messages from '@/messages/es.json';

const code = globSync('{app,components,lib,supabase/schemas}/**/*.{ts,tsx,mjs,sql}')
  .map((file) => {
    const text = readFileSync(file, 'utf8');
    return file.endsWith('.sql') ? text.replace(/--.*/g, '') : text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, '');
  })
  .join('\n');
const words = new Set(code.match(/\w+/g));
/** Suffixes of dynamic names: `${plan}Text`. */
const endings = [...new Set([...code.matchAll(/\$\{[^}]*\}(\w+)`/g)].map(([, ending]) => ending ?? ''))];

/**
 * Their names are those that Stripe and PayPal give to a reason, or of the description of the API, with which
 * tests/unit/api/openapi.test.ts compares them.
 */
const namedElsewhere = /^(?:admin\.disputes\.reasons|payoutReasons|developers\.(?:events|fields))\./;

const keysOf = (part: object, path: string): string[] =>
  Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'object' ? keysOf(value, `${path}${name}.`) : [`${path}${name}`],
  );

const isNamed = (name: string) =>
  words.has(name) ||
  endings.some((ending) => name.endsWith(ending) && words.has(name.slice(0, -ending.length))) ||
  (name.match(/\w+/g) ?? []).every((word) => words.has(word));

// Names are compared one by one, so a message passes if its last name occurs anywhere in the code.
it('every message is used in the code', () => {
  const unknown = keysOf(messages, '').filter(
    (key) => !namedElsewhere.test(key) && !isNamed(key.slice(key.lastIndexOf('.') + 1)),
  );
  expect(unknown).toEqual([]);
});

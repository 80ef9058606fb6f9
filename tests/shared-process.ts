import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * Patterns of code with lasting effects on its process: mocks and clocks, a document, environment variables, the local
 * API with its limits; and helpers that use them.
 */
export const leavesBehind =
  /\bvi\b|@vitest-environment|\bprocess\.|\bglobalThis\b|\bstartApi\b|\/(?:shop-harness|shop-stub|local-api|simulator|stripe-answers)\.ts/;

/**
 * The test files of a folder: `sharing` leave nothing behind and share processes, which load only once what they have in
 * common; each of the `others` has a process of its own.
 */
export function testFiles(folder: string): { sharing: string[]; others: string[] } {
  const files = globSync(`${folder}/**/*.test.{ts,tsx}`, { cwd: root }).sort();
  const others = files.filter((file) => leavesBehind.test(readFileSync(join(root, file), 'utf8')));
  return { sharing: files.filter((file) => !others.includes(file)), others };
}

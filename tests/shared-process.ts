import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * Patterns of code with lasting effects on its process: mocks and clocks, a document, environment variables, the local
 * API with its limits; and helpers that use them.
 */
export const leavesBehind =
  /\bvi\b|@vitest-environment|\bprocess\.|\bglobalThis\b|\bstartApi\b|\/(?:shop-harness|local-api|simulator)\.ts/;

/** The tests of a folder that leave nothing behind. They share processes, which load only once what they have in common. */
export const sharingTests = (folder: string): string[] =>
  globSync(`${folder}/**/*.test.{ts,tsx}`, { cwd: root })
    .filter((file) => !leavesBehind.test(readFileSync(join(root, file), 'utf8')))
    .sort();

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leavesBehind, testFiles } from '../../shared-process.ts';
import { root, walk } from '../import-graph';

describe('a test in a shared process', () => {
  it.each(['tests/unit', 'tests/db'])('in %s uses no helper with lasting side effects', (folder) => {
    const { sharing: files } = testFiles(folder);
    expect(files.length).toBeGreaterThan(50);
    const helpers = files.flatMap((file) =>
      [...walk(join(root, file)).files]
        .filter((path) => /^tests\/(?:unit|db)\//.test(relative(root, path)))
        .filter((path) => leavesBehind.test(readFileSync(path, 'utf8')))
        .map((path) => `${file} uses ${relative(root, path)}`),
    );
    expect(helpers).toEqual([]);
  });

  it.each([
    "vi.mock('x')",
    '// @vitest-environment jsdom',
    "process.env.X = '1'",
    'globalThis.fetch = other',
    'await startApi(options)',
    "import { openShop } from './shop-harness.ts';",
  ])('contains no %s', (text) => expect(leavesBehind.test(text)).toBe(true));
});

import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const root = join(import.meta.dirname, '../..');

/** The unit tests as one project, without those that read the sources as text: Stryker has rewritten these. */
export default defineConfig({
  ...base,
  root,
  resolve: { alias: { '@': root, 'server-only': join(root, 'tests/unit/server-only.ts') } },
  test: {
    tags: base.test?.tags,
    include: ['tests/unit/**/*.test.{ts,tsx}'],
    exclude: [
      'tests/unit/{house,docs,schema,standalone,nginx}/**',
      'tests/unit/{gates/middleware-graph,security/secret-key}.test.ts',
      'tests/unit/{backup,bootstrap,clean-end,closed-output,local-crash,local-start}/**',
    ],
    testTimeout: 30_000,
  },
});

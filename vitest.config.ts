import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;
const alias = { '@': root, 'server-only': join(root, 'tests/unit/server-only.ts') };

/** A Markdown file is its text, as `next.config.mjs` has it bundled. */
const markdown = {
  name: 'markdown',
  transform: (text: string, id: string) => (id.endsWith('.md') ? `export default ${JSON.stringify(text)};` : undefined),
};

export default defineConfig({
  test: {
    // By default Vitest uses all cores but one, which halves a two-core machine.
    maxWorkers: '100%',
    projects: [
      {
        plugins: [markdown],
        resolve: { alias },
        test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], testTimeout: 30_000 },
      },
      {
        plugins: [markdown],
        resolve: { alias },
        test: {
          name: 'db',
          include: ['tests/db/**/*.test.ts'],
          globalSetup: 'tests/db/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { testFiles } from './tests/shared-process.ts';

const root = import.meta.dirname;
const alias = { '@': root, 'server-only': join(root, 'tests/unit/server-only.ts') };

/** Imports a Markdown file as text, as `next.config.ts` does. */
const markdown = {
  name: 'markdown',
  transform: (text: string, id: string) => (id.endsWith('.md') ? `export default ${JSON.stringify(text)};` : undefined),
};

type Settings = NonNullable<TestProjectInlineConfiguration['test']>;

// A poll ends as soon as its condition holds. The limit allows for slow machines.
const expectSettings = { poll: { timeout: 20_000 } };

const project = (test: Settings) => ({
  plugins: [markdown],
  resolve: { alias },
  test: { expect: expectSettings, ...test },
});

/** The tests of a folder: each file in its own process, or in a shared one if it leaves no state behind. */
function testsIn(folder: string, name: string, settings: Settings): TestProjectInlineConfiguration[] {
  const { sharing, others } = testFiles(folder);
  return [
    // `exclude` would replace the command line's, by which `npm test` excludes nightly files.
    project({ ...settings, name, include: others }),
    project({ ...settings, name: `${name}-shared`, include: sharing, isolate: false }),
  ];
}

export default defineConfig({
  test: {
    // By default Vitest uses all cores but one, which halves a two-core machine.
    maxWorkers: '100%',
    // Tests of money or access run with every change.
    tags: [{ name: 'nightly', description: 'Slow, and about what rarely changes.', timeout: 120_000 }],
    projects: [
      ...testsIn('tests/unit', 'unit', { testTimeout: 30_000 }),
      ...testsIn('tests/db', 'db', {
        globalSetup: 'tests/db/global-setup.ts',
        testTimeout: 60_000,
        hookTimeout: 60_000,
      }),
      'packages/*',
    ],
  },
});

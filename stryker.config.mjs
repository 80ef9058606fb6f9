/**
 * Mutation tests of the TypeScript in `lib/` and the route handlers: `npm run test:mutation`. The report is
 * `test-results/mutation/index.html`; a run tests only what has changed since the last one on this machine.
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.ts' },
  mutate: ['lib/**/*.ts', 'app/**/route.ts', '!lib/**/*.d.ts'],
  ignorePatterns: ['.data', '.next*', 'test-results', 'deploy', 'public'],
  incremental: true,
  incrementalFile: '.data/mutation/incremental.json',
  tempDirName: '.data/mutation/sandbox',
  reporters: ['clear-text', 'progress', 'html'],
  htmlReporter: { fileName: 'test-results/mutation/index.html' },
  // A test compares a declaration file with the generated one; the types of mutants are not checked.
  disableTypeChecks: false,
  // Module-level code would need all of its tests for each mutant, most of the time of a run.
  ignoreStatic: true,
  dryRunTimeoutMinutes: 30,
  // On a busy machine a slow test must not count as an endless loop, and its mutant as killed.
  timeoutMS: 60_000,
  thresholds: { high: 85, low: 75 },
  concurrency: 2,
};

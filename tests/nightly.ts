/**
 * Tests that are slow and about what rarely changes: processes that are started, killed and started again. They run in
 * `npm run test:nightly`, with the `*.nightly.ts` of the browser tests (several nodes, telemetry, shutdown) and the build of
 * an empty shop. Whatever money or access depends on runs with every change.
 */
export const nightly = [
  'tests/unit/{clean-end,closed-output,first-database,leash,local-crash,test-commands}/**/*.test.ts',
  'tests/unit/local-start/start.test.ts',
];

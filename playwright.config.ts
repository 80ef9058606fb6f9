import { defineConfig, type Project } from '@playwright/test';
import { browserOptions } from './scripts/tools/browser.ts';
import './tests/e2e/support/localhost.ts';

/** Tag of nightly tests, which keeps a run for each change within ten minutes. */
const nightly = /@nightly/;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

const everyChange: Project[] = [
  // HTTP tests, which start no browser.
  { name: 'http', testMatch: '**/*.http.ts', grepInvert: nightly },
  { name: 'phone', testMatch: '**/*.spec.ts', grepInvert: nightly, use: phone },
  // Tests that change the whole shop run one by one.
  {
    name: 'alone',
    testMatch: '**/*.alone.ts',
    grepInvert: nightly,
    dependencies: ['http', 'phone'],
    workers: 1,
    use: phone,
  },
  // Runs last, to check the ledgers after all purchases and refunds of other tests.
  { name: 'books', testMatch: '**/books.final.ts', dependencies: ['alone'] },
];

/** Variants of journeys, sweeps over all pages, and files that start servers. */
const everyNight: Project[] = [
  { name: 'nightly-http', testMatch: '**/*.http.ts', grep: nightly },
  { name: 'nightly-phone', testMatch: '**/*.spec.ts', grep: nightly, use: phone },
  {
    name: 'nightly',
    testMatch: ['**/*.nightly.ts', '**/*.alone.ts'],
    grep: /@nightly|\.nightly\.ts/,
    dependencies: ['nightly-http', 'nightly-phone'],
    workers: 1,
    use: phone,
  },
];

export default defineConfig({
  testDir: 'tests/e2e',
  // A separate folder, because Playwright empties it.
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Tests spend most of their time waiting.
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  globalSetup: './tests/e2e/support/global-setup.ts',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: process.env.SITE_URL,
    locale: 'es-ES',
    // Without animations, so that tests see final states.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording a page costs half as much again as opening it: only a failure leaves a picture, and --retries=1 a trace.
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    launchOptions: browserOptions(),
  },
  // `npm run test:nightly` sets NIGHTLY. Playwright runs every project of this list, some at the same time.
  projects: process.env.NIGHTLY ? everyNight : everyChange,
});

import { defineConfig } from '@playwright/test';
import { latestRelease, seenReleaseKey } from './lib/core/release.ts';
import { browserOptions } from './scripts/browser.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  globalSetup: './tests/e2e/support/global-setup.ts',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: process.env.SITE_URL,
    // Release notes already read: the card belongs to its own test and covers nothing in the others.
    storageState: {
      cookies: [],
      origins: [{ origin: process.env.SITE_URL ?? '', localStorage: [{ name: seenReleaseKey, value: latestRelease }] }],
    },
    locale: 'es-ES',
    // A state is looked at, not the fade that leads to it.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'retain-on-failure',
    launchOptions: browserOptions(),
  },
  projects: [
    { name: 'phone', testMatch: '**/*.spec.ts', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
    // What changes the shop for everybody runs when nobody else is in it, one after the other.
    {
      name: 'alone',
      testMatch: '**/*.alone.ts',
      dependencies: ['phone'],
      workers: 1,
      use: { viewport: { width: 390, height: 844 } },
    },
    // After everything that the other tests have bought, refunded and broken.
    { name: 'books', testMatch: '**/books.final.ts', dependencies: ['alone'] },
  ],
});

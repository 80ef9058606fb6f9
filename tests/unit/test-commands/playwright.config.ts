import { defineConfig } from '@playwright/test';
import real from '../../../playwright.config.ts';

export default defineConfig({
  ...real,
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: `${process.env.TEST_RESULTS}/e2e`,
  reporter: [
    ['json', { outputFile: `${process.env.TEST_RESULTS}/e2e.json` }],
    ['../../../scripts/test-reports/alone-began.ts', { outputFile: `${process.env.TEST_RESULTS}/alone-began` }],
  ],
  projects: [
    { name: 'commands', testMatch: 'one-fails.browser.ts' },
    { name: 'alone', testMatch: 'waits.alone.ts' },
  ],
});

import { defineConfig } from '@playwright/test';
import real from '../../../playwright.config.ts';

export default defineConfig({
  ...real,
  testDir: '.',
  testMatch: 'one-fails.browser.ts',
  globalSetup: './global-setup.ts',
  outputDir: process.env.TEST_RESULTS,
  reporter: [['json', { outputFile: `${process.env.TEST_RESULTS}/e2e.json` }]],
  projects: [{ name: 'commands' }],
});

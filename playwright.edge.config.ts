import { defineConfig } from '@playwright/test';
import common from './playwright.config.ts';

/** The shop in workerd, with services of its own. */
export default defineConfig({
  ...common,
  testDir: 'tests/edge',
  outputDir: 'test-results/edge',
  globalSetup: './tests/edge/global-setup.ts',
  reporter: [['list'], ['json', { outputFile: 'test-results/edge.json' }]],
  projects: [
    { name: 'edge', testMatch: '**/*.spec.ts', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
});

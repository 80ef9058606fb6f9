import { existsSync } from 'node:fs';
import { findChromium, headlessShell } from './tools/browser.ts';
import { installWithApt } from './tools/debian.ts';
import { runPackage } from './tools/run-package.ts';

/** Installs a browser for the tests: Debian's headless shell or Chromium if available, otherwise Playwright's own. */
async function ensureBrowser(): Promise<void> {
  if (!existsSync(headlessShell)) installWithApt('chromium-headless-shell');
  if (!findChromium()) installWithApt('chromium');
  if (findChromium()) return;
  if ((await runPackage('@playwright/test/cli.js', ['install', 'chromium'])) !== 0) {
    throw new Error('No Chromium: install the package `chromium`, or let Playwright download its own.');
  }
}

await ensureBrowser();

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { debianChromium } from './browser.ts';
import { runPackage } from './run-tests.ts';

/** A browser for the end-to-end tests: Debian's Chromium where there is one, otherwise Playwright's own. */
async function ensureBrowser(): Promise<void> {
  if (existsSync(debianChromium)) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    const installed = spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'inherit' });
    if (installed.status === 0) return;
  }
  if ((await runPackage('@playwright/test/cli.js', ['install', 'chromium'])) !== 0) {
    throw new Error('No Chromium: install the package `chromium`, or let Playwright download its own.');
  }
}

await ensureBrowser();

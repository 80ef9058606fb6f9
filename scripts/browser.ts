import { existsSync } from 'node:fs';
import type { LaunchOptions } from 'playwright';

export const debianChromium = '/usr/bin/chromium';

/** How tests and scripts start Chromium: Debian's where it is installed, otherwise Playwright's own. */
export const browserOptions = (): LaunchOptions => ({
  executablePath: existsSync(debianChromium) ? debianChromium : undefined,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});

import { existsSync } from 'node:fs';
import type { LaunchOptions } from 'playwright';

// The shell renders as the browser does, without the browser's windows: a page costs it less than half.
const ofDebian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
export const [headlessShell] = ofDebian;

/** Chromium as Debian installs it, if it is there. */
export const findChromium = (): string | undefined => ofDebian.find((path) => existsSync(path));

/** How tests and scripts start Chromium: Debian's where it is installed, otherwise Playwright's own. */
export const browserOptions = (): LaunchOptions => ({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});

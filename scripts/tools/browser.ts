import { existsSync } from 'node:fs';
import type { LaunchOptions } from 'playwright';

// The headless shell renders like Chromium, but a page takes less than half of the processor time.
const ofDebian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
export const [headlessShell] = ofDebian;

/** Debian's Chromium, if installed. */
export const findChromium = (): string | undefined => ofDebian.find((path) => existsSync(path));

/** Launch options of Chromium: Debian's if installed, otherwise Playwright's. */
export const browserOptions = (): LaunchOptions => ({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});

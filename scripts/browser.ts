import { existsSync } from 'node:fs';

const debianChromium = '/usr/bin/chromium';

// It draws pages as Chromium does, without the browser's own windows: a page costs less than half.
const debianHeadlessShell = '/usr/bin/chromium-headless-shell';

/** How tests and scripts start Chromium: Debian's where it is installed, otherwise Playwright's own. */
export const browserOptions = () => ({
  executablePath: [debianHeadlessShell, debianChromium].find((path) => existsSync(path)),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});

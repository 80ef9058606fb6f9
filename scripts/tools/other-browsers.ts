import { existsSync, globSync } from 'node:fs';

/** Path of the machine's Firefox, if any. */
export const findFirefox = (): string | undefined =>
  ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

/** Paths of Debian's WebKitGTK and of its driver, if any. */
export function findWebKit(): { browser?: string; driver?: string } {
  const [browser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  const driver = ['/usr/bin/WebKitWebDriver'].find((path) => existsSync(path));
  return { browser, driver };
}

/** Path of the X server without a screen that WebKitGTK needs, if any. */
export const findScreen = (): string | undefined => ['/usr/bin/Xvfb'].find((path) => existsSync(path));

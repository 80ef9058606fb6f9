import { findClamd } from './tools/clamd.ts';
import { ensurePackages } from './tools/debian.ts';
import { findJava, findJavaCompiler } from './tools/java.ts';
import { findFirefox, findScreen, findWebKit } from './tools/other-browsers.ts';

// The nightly tests run the W3C's validator, compile and run jars, scan files, and buy in browsers besides Chromium.
ensurePackages([
  { find: () => findJava() && findJavaCompiler(), name: 'default-jdk-headless' },
  { find: findClamd, name: 'clamav-daemon' },
  { find: findFirefox, name: 'firefox-esr' },
  { find: () => findWebKit().driver && findWebKit().browser, name: 'webkit2gtk-driver' },
  { find: findScreen, name: 'xvfb' },
]);

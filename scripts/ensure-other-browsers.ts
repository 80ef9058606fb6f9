import { installWithApt } from './tools/debian.ts';
import { findFirefox, findScreen, findWebKit } from './tools/other-browsers.ts';

/** Debian packages of the browsers besides Chromium in which the nightly tests buy and publish. */
const packages = [
  { find: findFirefox, name: 'firefox-esr' },
  { find: () => findWebKit().driver && findWebKit().browser, name: 'webkit2gtk-driver' },
  { find: findScreen, name: 'xvfb' },
];

const findMissing = () => packages.filter(({ find }) => !find()).map(({ name }) => name);

const missing = findMissing();
if (missing.length > 0) installWithApt(...missing);
for (const name of findMissing()) console.warn(`Install the package ${name}: the tests that need it will fail.`);

export { createBare } from './bare.ts';
export type { BrowserChoice } from './browser.ts';
export { grade } from './lighthouse.ts';
export { median, pressInRounds, type Target } from './load.ts';
export { lows, type Reading, slopeOf } from './memory.ts';
export { visit, weigh } from './page-weight.ts';
export { type Slowness, visitOnPhone } from './phone.ts';

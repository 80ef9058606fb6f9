export { buildBare, serveBare } from './bare.ts';
export { grade } from './lighthouse.ts';
export { median, pressInRounds, type Target } from './load.ts';
export { lows, type Reading, slopeOf } from './memory.ts';
export { countLoad, type Load, visit, weigh } from './page-weight.ts';

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lows, type Reading, slopeOf } from '../src/memory.ts';

/** An hour of readings, one per minute, around a line; `noise` is the deviation of each. */
const hour = (perHour: number, noise: (at: number) => number = () => 0): Reading[] =>
  Array.from({ length: 60 }, (_, at) => ({ hours: at / 60, megabytes: 200 + (perHour * at) / 60 + noise(at) }));

it('constant, falling or hardly rising memory is flat', () => {
  expect(slopeOf(hour(0)).verdict).toBe('flat');
  expect(slopeOf(hour(-40)).verdict).toBe('flat');
  expect(slopeOf(hour(5)).verdict).toBe('flat');
});

it('a leak is detected despite fluctuations', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 25, max: 500 }),
      fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 60, maxLength: 60 }),
      (perHour, noise) => {
        const slope = slopeOf(hour(perHour, (at) => noise[at] ?? 0));
        expect(Math.abs(slope.perHour - perHour)).toBeLessThanOrEqual(16);
        expect(slope.verdict).not.toBe('flat');
      },
    ),
  );
  expect(slopeOf(hour(60, (at) => (at % 7) - 3)).verdict).toBe('grows');
});

it('inconclusive readings do not pass', () => {
  const wild = (at: number) => (at % 2 === 0 ? 80 : -80);
  expect(slopeOf(hour(0, wild).slice(0, 6)).verdict).toBe('too short to tell');
});

it('collected garbage does not count as growth: only the minimum counts', () => {
  const saw = (at: number) => (at % 10) * 12;
  const low = lows(hour(0, saw), 6);
  expect(low.map(({ megabytes }) => megabytes)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(slopeOf(low).verdict).toBe('flat');
});

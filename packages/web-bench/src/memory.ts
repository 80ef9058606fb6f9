/** A memory reading: hours since the start, and megabytes. */
export type Reading = { hours: number; megabytes: number };

type Verdict = 'flat' | 'grows' | 'too short to tell';

/** Regression line of readings: megabytes per hour with its 95% margin. */
export type Slope = { perHour: number; margin: number; mean: number; verdict: Verdict };

/** Tolerated growth per hour as a share of the memory: unnoticed in a server that restarts with each release. */
const harmless = 0.03;

/** Minimum of each stretch of readings. Memory rises until garbage collection, so only the minimum shows a leak. */
export function lows(readings: Reading[], stretches: number): Reading[] {
  const size = Math.max(1, Math.floor(readings.length / stretches));
  const parts = Array.from({ length: Math.floor(readings.length / size) }, (_, n) =>
    readings.slice(n * size, (n + 1) * size),
  );
  return parts.map((part) => part.reduce((low, next) => (next.megabytes < low.megabytes ? next : low)));
}

/**
 * Classifies the memory trend: flat if the upper bound of the slope is at most 3% an hour, growing if its lower bound
 * is above.
 *
 * @param readings at least three
 */
export function slopeOf(readings: Reading[]): Slope {
  const count = readings.length;
  const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / count;
  const x = average(readings.map(({ hours }) => hours));
  const mean = average(readings.map(({ megabytes }) => megabytes));
  const spread = readings.reduce((sum, { hours }) => sum + (hours - x) ** 2, 0);
  const perHour = readings.reduce((sum, { hours, megabytes }) => sum + (hours - x) * (megabytes - mean), 0) / spread;
  const rest = readings.reduce((sum, { hours, megabytes }) => sum + (megabytes - mean - perHour * (hours - x)) ** 2, 0);
  const margin = 2.1 * Math.sqrt(rest / Math.max(1, count - 2) / spread);
  const limit = harmless * mean;
  const verdict = perHour + margin <= limit ? 'flat' : perHour - margin > limit ? 'grows' : 'too short to tell';
  return { perHour, margin, mean, verdict };
}

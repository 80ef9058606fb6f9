/** A reading of memory: when, in hours since the beginning, and how much, in MB. */
export type Reading = { hours: number; megabytes: number };

type Verdict = 'flat' | 'grows' | 'too short to tell';

/** The straight line through readings: megabytes an hour, and how far off that may be (95%). */
export type Slope = { perHour: number; margin: number; mean: number; verdict: Verdict };

/** Growth that a shop restarted with each release never notices, as a share of what it holds, in an hour. */
const harmless = 0.03;

/**
 * The lowest of each stretch of readings. What is in use goes up until it is collected, and only what is left then says
 * whether something is kept.
 */
export function lows(readings: Reading[], stretches: number): Reading[] {
  const size = Math.max(1, Math.floor(readings.length / stretches));
  const parts = Array.from({ length: Math.floor(readings.length / size) }, (_, n) =>
    readings.slice(n * size, (n + 1) * size),
  );
  return parts.map((part) => part.reduce((low, next) => (next.megabytes < low.megabytes ? next : low)));
}

/**
 * Whether memory is flat. It is, where the line through the readings does not rise by more than 3% an hour even at the
 * upper end of what it may be; it grows, where it rises by more than that even at the lower end.
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

/** @module-tag nightly */
import { expect, test } from 'vitest';
import { measureQuality } from '../../scripts/bench/search/quality.ts';
import { openDatabase } from './harness.ts';

const { sql } = await openDatabase({ connections: 1 });

/** The kinds that are not answered in full yet: the share of right first results, and the precision of the first five. */
const short: Record<string, [first: number, precision: number]> = {
  'joined or split': [1, 0.958],
  hard: [0.583, 0.583],
  'text in English': [0.875, 0.875],
  meant: [0.9, 0.9],
  all: [0.963, 0.961],
};

test('the recorded queries keep their relevance', async () => {
  const measured = await measureQuality(sql);
  const [all] = measured.slice(-1);
  expect(all?.queries).toBeGreaterThanOrEqual(200);
  for (const { kind, first, precision, missed } of measured) {
    const [leastFirst, leastPrecision] = short[kind] ?? [1, 1];
    expect(first, `${kind}: ${missed.join(', ')}`).toBeGreaterThanOrEqual(leastFirst);
    expect(precision, kind).toBeGreaterThanOrEqual(leastPrecision);
  }
});

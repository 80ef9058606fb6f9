import { createRandom } from '@unstore/processes';
import { expect, test } from 'vitest';
import { planShopKills } from '../../../scripts/chaos/kills.ts';
import { operations as allOperations, digestOf, planOperations } from '../../../scripts/chaos/operations.ts';
import { planPurchases } from '../../../scripts/chaos/purchases.ts';
import { countEach } from '../../../scripts/chaos/tally.ts';

const purchases = (seed: number) => planPurchases(createRandom(seed, 'client 1'), 200, 7, 60);
const operations = (seed: number, stream = 'client 1') => planOperations(createRandom(seed, stream), 500);

test('a seed determines all operations and faults, and another seed differs', () => {
  for (const plan of [purchases, operations, (seed: number) => planShopKills(createRandom(seed, 'kills'), 40)]) {
    expect(plan(3)).toEqual(plan(3));
    expect(digestOf(plan(3))).not.toBe(digestOf(plan(4)));
  }
  expect(digestOf(operations(3, 'client 1'))).not.toBe(digestOf(operations(3, 'client 2')));
});

test('each provider gets its purchases, and nobody buys a product twice', () => {
  const plan = purchases(1);
  expect(countEach(plan.map(({ provider }) => provider))).toEqual({ stripe: 200, paypal: 200 });
  expect(new Set(plan.map(({ buyer, product }) => `${buyer} ${product}`)).size).toBe(400);
});

test('every kind of operation and fault occurs, and every target is killed', () => {
  const plan = operations(1);
  expect(Object.keys(countEach(plan.map(({ kind }) => kind))).toSorted()).toEqual(
    Object.keys(allOperations).toSorted(),
  );
  const faults = plan.map(({ faults: { news } }) => news?.kind ?? 'none');
  expect(Object.keys(countEach(faults)).toSorted()).toEqual(['delay', 'drop', 'duplicate', 'none', 'reorder']);
  const kills = planShopKills(createRandom(1, 'kills'), 40);
  expect(Object.keys(countEach(kills.map(({ target }) => target))).toSorted()).toEqual([
    'both nodes',
    'database',
    'first node',
    'second node',
  ]);
  expect(kills.map(({ at }) => at)).toEqual(kills.map(({ at }) => at).toSorted((a, b) => a - b));
});

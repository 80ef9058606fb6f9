import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Redis, startRedis } from '../../../scripts/tools/redis.ts';

vi.mock('@/lib/core/env', () => ({ env: () => ({ ADDRESS_LIMIT_FACTOR: 1 }) }));

let redis: Redis;
beforeAll(async () => {
  redis = await startRedis();
  vi.stubEnv('REDIS_URL', redis.url);
});
afterAll(() => redis?.kill());

/** The limits of a node that has just started, which connects first of all. */
async function startNode() {
  vi.resetModules();
  await (await import('@/lib/core/redis/client.mjs')).connectRedis();
  return import('@/lib/core/limits');
}

type Node = Awaited<ReturnType<typeof startNode>>;
const passed = async (node: Node, times: number, account: string) => {
  let count = 0;
  for (let time = 0; time < times; time += 1) if ((await node.takeAttempt('password', { account })) === 0) count += 1;
  return count;
};

it('attempts are counted across nodes, and per node while Redis is unavailable', async () => {
  const nodes = [await startNode(), await startNode()];
  const [first, second] = nodes as [Node, Node];
  expect([await passed(first, 7, 'a'), await passed(second, 7, 'a')]).toEqual([7, 3]);
  await first.giveBackAttempt('password', { account: 'b' });
  expect(await passed(second, 20, 'c')).toBe(10);
  await first.giveBackAttempt('password', { account: 'c' });
  expect(await passed(second, 1, 'c')).toBe(0);
  expect(await first.waitOf('password', { account: 'c' })).toBeGreaterThan(800);
  expect(await first.waitOf('password', { account: 'nobody' })).toBe(0);
  redis.hang();
  const began = performance.now();
  expect([await passed(first, 60, 'd'), await passed(second, 60, 'd')]).toEqual([10, 10]);
  // A delay of 200 ms for each of the attempts would take 24 seconds; it takes half of one.
  expect(performance.now() - began).toBeLessThan(12_000);
  redis.wake();
});

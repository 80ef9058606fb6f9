import { type PlannedKill, planKills, type Random } from '@unstore/processes';
import type { ChaosShop } from './shop.ts';

type Target = 'first node' | 'second node' | 'both nodes' | 'database';

const targets: Record<Target, number> = { 'first node': 30, 'second node': 30, 'both nodes': 15, database: 25 };

/** Kills of the shop's processes. */
export const planShopKills = (random: Random, count: number) => planKills(random, count, targets);

/** Kills a part of the shop, and waits until it is back. */
export async function killShop({ stack, nodes }: ChaosShop, { target, downMs }: PlannedKill<Target>): Promise<void> {
  const [first, second] = nodes;
  if (target === 'database') await stack.crashDatabase();
  else {
    const struck = { 'first node': [first], 'second node': [second], 'both nodes': [first, second] }[target];
    await Promise.all(struck.map((node) => node.crash(downMs)));
  }
}

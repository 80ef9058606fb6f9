import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '@unstore/processes';
import { inTime, type Progress } from '@unstore/processes';
import type { ChaosShop } from './shop.ts';

type Target = 'first node' | 'second node' | 'both nodes' | 'database';

export type PlannedKill = {
  target: Target;
  /** Completed share of the work at the time of the kill, from 0 to 1. */
  at: number;
  /** Downtime of a killed node, in milliseconds. */
  downMs: number;
};

const targets: Record<Target, number> = { 'first node': 30, 'second node': 30, 'both nodes': 15, database: 25 };

/** Kills, distributed over the work. */
export function planKills(random: Random, count: number): PlannedKill[] {
  const kills = Array.from({ length: count }, () => ({
    target: random.weighted(targets),
    at: random.int(10, 980) / 1000,
    downMs: random.int(0, 1500),
  }));
  return kills.toSorted((a, b) => a.at - b.at);
}

async function kill({ stack, nodes }: ChaosShop, { target, downMs }: PlannedKill): Promise<void> {
  const [first, second] = nodes;
  if (target === 'database') await stack.crashDatabase();
  else {
    const struck = { 'first node': [first], 'second node': [second], 'both nodes': [first, second] }[target];
    await Promise.all(struck.map((node) => node.crash(downMs)));
  }
}

/** Limit of the recovery after a kill, in seconds. */
const patience = 90;

/**
 * Executes the planned kills one after another. Each waits until the previous victim has recovered.
 *
 * @param isOver true if the work has ended early
 * @returns the times of recovery, in milliseconds since 1970
 */
export async function carryOutKills(
  shop: ChaosShop,
  plan: PlannedKill[],
  progress: Progress,
  isOver: () => boolean,
): Promise<Array<PlannedKill & { backAt: number }>> {
  const done: Array<PlannedKill & { backAt: number }> = [];
  for (const planned of plan) {
    while (progress.part() < planned.at && !isOver()) await delay(20);
    if (isOver()) break;
    const name = `the ${planned.target} to be back`;
    await progress.during('the killer', `waits for ${name}`, inTime(name, patience, kill(shop, planned)));
    done.push({ ...planned, backAt: Date.now() });
  }
  return done;
}

import { setTimeout as delay } from 'node:timers/promises';
import { inTime, type Progress } from './deadline.ts';
import type { Random } from './random.ts';

export type PlannedKill<Target extends string = string> = {
  target: Target;
  /** Completed share of the work at the time of the kill, from 0 to 1. */
  at: number;
  /** Downtime of the killed process, in milliseconds. */
  downMs: number;
};

/**
 * Kills, distributed over the work.
 *
 * @param targets weight of each target
 */
export function planKills<Target extends string>(
  random: Random,
  count: number,
  targets: Record<Target, number>,
): Array<PlannedKill<Target>> {
  const kills = Array.from({ length: count }, () => ({
    target: random.weighted(targets),
    at: random.int(10, 980) / 1000,
    downMs: random.int(0, 1500),
  }));
  return kills.toSorted((a, b) => a.at - b.at);
}

/** Limit of the recovery after a kill, in seconds. */
const patience = 90;

/**
 * Executes the planned kills one after another. Each waits until the previous victim has recovered.
 *
 * @param kill kills a target, and resolves once it is back
 * @param isOver true if the work has ended early
 * @returns the times of recovery, in milliseconds since 1970
 */
export async function carryOutKills<Target extends string>(
  plan: ReadonlyArray<PlannedKill<Target>>,
  kill: (planned: PlannedKill<Target>) => Promise<void>,
  progress: Progress,
  isOver: () => boolean,
): Promise<Array<PlannedKill<Target> & { backAt: number }>> {
  const done: Array<PlannedKill<Target> & { backAt: number }> = [];
  for (const planned of plan) {
    while (progress.part() < planned.at && !isOver()) await delay(20);
    if (isOver()) break;
    const name = `the ${planned.target} to be back`;
    await progress.during('the killer', `waits for ${name}`, inTime(name, patience, kill(planned)));
    done.push({ ...planned, backAt: Date.now() });
  }
  return done;
}

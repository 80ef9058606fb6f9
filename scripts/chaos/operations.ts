import { createHash } from 'node:crypto';
import type { Random } from '@unstore/processes';
import type { Outcome } from './act.ts';
import { isAway } from './away.ts';
import { creatorOperations } from './creator-operations.ts';
import { planFaults } from './faults.ts';
import { moneyOperations } from './money-operations.ts';
import type { Client, Operation, Planned } from './operation.ts';
import { shoppingOperations } from './shopping-operations.ts';

export const operations: Record<string, Operation> = {
  ...shoppingOperations,
  ...moneyOperations,
  ...creatorOperations,
};
const weights = Object.fromEntries(Object.entries(operations).map(([kind, { weight }]) => [kind, weight]));

/** Operations of one client, from its own random stream, independent of other clients and of outcomes. */
export function planOperations(random: Random, count: number): Planned[] {
  return Array.from({ length: count }, () => ({
    kind: random.weighted(weights),
    person: random.int(0, 1_000_000),
    thing: random.int(0, 1_000_000),
    amount: random.int(1, 3000),
    dice: random.int(1, 100),
    attempt: random.uuid(),
    faults: planFaults(random, random.pick(['stripe', 'paypal'])),
  }));
}

/** Executes one operation. A refusal by the provider is also an outcome. */
export async function operate(client: Client, planned: Planned): Promise<Outcome> {
  const operation = operations[planned.kind];
  if (!operation) throw new Error(`no operation ${planned.kind}`);
  try {
    return await operation.run(client, planned);
  } catch (error) {
    if ((error as Error).message.includes('/_sim')) return 'refused by the provider';
    // The panel cannot show a list while the database restarts.
    if (isAway(error)) return 'unknown';
    throw error;
  }
}

/** A hash for comparing the plans of two runs. */
export const digestOf = (plans: unknown): string =>
  createHash('sha256').update(JSON.stringify(plans)).digest('hex').slice(0, 16);

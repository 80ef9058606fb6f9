import type postgres from 'postgres';
import type { Acts, Outcome } from './act.ts';
import type { PlannedFaults } from './faults.ts';
import type { Person } from './people.ts';
import type { ChaosShop } from './shop.ts';
import type { World } from './world.ts';

/** What one client does next. What the numbers mean is up to the kind: which product, how much, how it ends. */
export type Planned = {
  kind: string;
  person: number;
  thing: number;
  amount: number;
  /** From 1 to 100. */
  dice: number;
  attempt: string;
  faults: PlannedFaults;
};

/** One of the people who act at once, with what they have made so far. */
export type Client = {
  shop: ChaosShop;
  acts: Acts;
  sql: postgres.Sql;
  world: World;
  /** Those for whom only this client acts. */
  people: Person[];
  payments: Array<{ provider: 'stripe' | 'paypal'; reference: string }>;
  disputed: Array<{ provider: 'stripe' | 'paypal'; reference: string }>;
};

export type Operation = { weight: number; run: (client: Client, planned: Planned) => Promise<Outcome> };

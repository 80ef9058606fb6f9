import type postgres from 'postgres';
import type { Acts, Outcome } from './act.ts';
import type { PlannedFaults } from './faults.ts';
import type { Person } from './people.ts';
import type { ChaosShop } from './shop.ts';
import type { World } from './world.ts';

/** The next operation of a client. The kind interprets the numbers: product, amount, ending. */
export type Planned = {
  kind: string;
  person: number;
  thing: number;
  amount: number;
  dice: number;
  attempt: string;
  faults: PlannedFaults;
};

/** One of the concurrent actors, with the objects it has created. */
export type Client = {
  shop: ChaosShop;
  acts: Acts;
  sql: postgres.Sql;
  world: World;
  /** People who only act through this client. */
  people: Person[];
  payments: Array<{ provider: 'stripe' | 'paypal'; reference: string }>;
  disputed: Array<{ provider: 'stripe' | 'paypal'; reference: string }>;
};

export type Operation = { weight: number; run: (client: Client, planned: Planned) => Promise<Outcome> };

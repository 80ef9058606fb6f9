import postgres from 'postgres';
import { type Acts, createActs } from './act.ts';
import { carryOutKills, planKills } from './kills.ts';
import type { Client } from './operation.ts';
import { digestOf, operate, planOperations } from './operations.ts';
import type { Options } from './options.ts';
import { type Paid, planPurchases, purchase } from './purchases.ts';
import { createRandom } from './random.ts';
import type { Phase, Result } from './report.ts';
import { startJob, waitUntilSettled } from './settle.ts';
import { type ChaosShop, startChaosShop } from './shop.ts';
import { startSnapshots, takeSnapshot } from './snapshots.ts';
import { countEach } from './tally.ts';
import { createWorld, type World } from './world.ts';

type Run = { options: Options; shop: ChaosShop; sql: postgres.Sql; acts: Acts; world: World };

/** How long both sides may take to agree before it is called never, in milliseconds. */
const patience = 180_000;

const clientsOf = ({ options }: Run) => Array.from({ length: options.clients }, (_, index) => index);

/** The people for whom one client acts: nobody is in two places. */
const peopleOf = ({ world, options }: Run, client: number) =>
  world.people.filter((_, index) => index % options.clients === client);

/** How much of a whole falls to one of so many. */
const share = (whole: number, parts: number, index: number) =>
  Math.floor(whole / parts) + (index < whole % parts ? 1 : 0);

type Work = {
  name: string;
  kills: number;
  total: number;
  /** Acts as all clients at once; `step` is told of everything that is done. */
  act: (step: (kind: string, outcome: string) => void) => Promise<void>;
  plans: unknown;
  snapshotEveryMs: number;
};

/** Lets everybody act while things are killed and snapshots are taken, then waits until both sides agree. */
async function carryOut(
  run: Run,
  work: Work,
  say: (message: string) => void,
): Promise<Omit<Phase, 'deliveredAfterMs'>> {
  const { options, shop, sql } = run;
  const plan = planKills(createRandom(options.seed, `kills of ${work.name}`), work.kills);
  const outcomes: Array<[string, string]> = [];
  const job = startJob(shop.url, shop.stack.env.CRON_SECRET ?? '', options.jobEvery);
  const snapshots = startSnapshots(sql, work.snapshotEveryMs);
  const telling = setInterval(() => say(`${work.name}: ${outcomes.length} of ${work.total}`), 20_000);
  const began = Date.now();
  const killing = carryOutKills(shop, plan, () => (work.total === 0 ? 1 : outcomes.length / work.total));
  await work.act((kind, outcome) => outcomes.push([kind, outcome]));
  const actedMs = Date.now() - began;
  const kills = await killing;
  await shop.provider.clearFaults();
  const lastFaultAt = Date.now();
  say(`${work.name}: done, ${kills.length} kills; waiting until the books agree`);
  const settled = await waitUntilSettled(sql, shop.providerFile, lastFaultAt, patience);
  clearInterval(telling);
  const { taken, missed } = await snapshots.stop();
  const kinds = [...new Set(outcomes.map(([kind]) => kind))].toSorted();
  return {
    actedMs,
    kills,
    outcomes: Object.fromEntries(
      kinds.map((kind) => [kind, countEach(outcomes.filter(([name]) => name === kind).map(([, outcome]) => outcome))]),
    ),
    settledMs: settled.tookMs,
    differences: settled.differences,
    snapshots: [...taken, await takeSnapshot(sql)],
    missedSnapshots: missed,
    jobs: await job.stop(),
    digest: digestOf([plan, work.plans]),
  };
}

/** How long after paying each purchase was delivered, in milliseconds; and those that never were. */
async function readDeliveries(sql: postgres.Sql, paid: Paid[]) {
  const rows = await sql<Array<{ reference: string; delivered: Date | null }>>`
    select referencia as reference, entregado_at as delivered from pagos where referencia is not null`;
  const deliveredAt = new Map(rows.map(({ reference, delivered }) => [reference, delivered?.getTime() ?? null]));
  const after = paid.map(({ reference, paidAt }) => {
    const delivered = deliveredAt.get(reference);
    return delivered ? Math.max(0, delivered - paidAt) : null;
  });
  return {
    after: after.filter((each) => each !== null),
    never: paid
      .filter((_, index) => after[index] === null)
      .map(({ reference }) => `${reference} was paid and never delivered`),
  };
}

async function buyAll(run: Run, say: (message: string) => void): Promise<{ phase: Phase; unsettled: string[] }> {
  const { options, shop, acts, world, sql } = run;
  const plans = clientsOf(run).map((client) =>
    planPurchases(
      createRandom(options.seed, `purchases of ${client}`),
      share(options.purchases, options.clients, client),
      peopleOf(run, client).length,
      world.products.length,
    ),
  );
  const paid: Paid[] = [];
  const act: Work['act'] = async (step) => {
    await Promise.all(
      plans.map(async (plan, client) => {
        const people = peopleOf(run, client);
        for (const each of plan) {
          const [buyer, product] = [people[each.buyer], world.products[each.product]];
          if (!buyer || !product) throw new Error('a purchase of nobody or of nothing');
          const made = await purchase(shop, acts, buyer, product, each);
          if ('refused' in made) step(each.provider, made.refused);
          else {
            paid.push(made);
            step(each.provider, 'paid');
          }
        }
      }),
    );
  };
  const work = {
    name: 'purchases',
    kills: options.kills,
    total: 2 * options.purchases,
    act,
    plans,
    snapshotEveryMs: 5000,
  };
  const phase = await carryOut(run, work, say);
  const { after, never } = await readDeliveries(sql, paid);
  const refused = Object.entries(phase.outcomes).flatMap(([provider, counts]) =>
    Object.entries(counts)
      .filter(([outcome]) => outcome !== 'paid')
      .map(([outcome, count]) => `${count} purchases by ${provider} did not begin: ${outcome}`),
  );
  return { phase: { ...phase, deliveredAfterMs: after }, unsettled: [...never, ...refused] };
}

async function operateAll(run: Run, say: (message: string) => void): Promise<Phase> {
  const { options, shop, acts, world, sql } = run;
  const plans = clientsOf(run).map((client) =>
    planOperations(
      createRandom(options.seed, `operations of ${client}`),
      share(options.operations, options.clients, client),
    ),
  );
  const act: Work['act'] = async (step) => {
    await Promise.all(
      plans.map(async (plan, index) => {
        const client: Client = { shop, acts, sql, world, people: peopleOf(run, index), payments: [], disputed: [] };
        for (const each of plan) step(each.kind, await operate(client, each));
      }),
    );
  };
  const kills = Math.ceil(options.kills / 4);
  const work = { name: 'operations', kills, total: options.operations, act, plans, snapshotEveryMs: 2000 };
  return { ...(await carryOut(run, work, say)), deliveredAfterMs: [] };
}

/** The whole run, from starting the shop to holding its books against those of its providers. */
export async function runChaos(options: Options, say: (message: string) => void): Promise<Result> {
  const shop = await startChaosShop(options.isBuilt, say);
  const sql = postgres(shop.stack.databaseUrl, { max: 8, onnotice: () => {} });
  try {
    say('Making people and goods');
    const people = Math.max(options.clients * 3, Math.ceil(options.purchases / 4));
    const world = await createWorld(sql, shop.stack.env, options.seed, people);
    const run: Run = { options, shop, sql, acts: createActs(shop), world };
    const bought = await buyAll(run, say);
    const operations = await operateAll(run, say);
    const checks =
      await sql`select nombre, cuenta::int as found, ejemplos as examples from invariantes() where cuenta > 0`;
    return {
      options,
      purchases: bought.phase,
      operations,
      broken: checks.map(({ nombre, found, examples }) => `${nombre} (${found}): ${JSON.stringify(examples)}`),
      unsettled: bought.unsettled,
    };
  } finally {
    await sql.end({ timeout: 1 });
    await shop.stop();
  }
}

import { loadavg } from 'node:os';
import { carryOutKills, createProgress, createRandom, Hung, inTime, type Progress } from '@unstore/processes';
import postgres from 'postgres';
import { type Acts, createActs } from './act.ts';
import { killShop, planShopKills } from './kills.ts';
import { readOpenEnds } from './open-ends.ts';
import type { Client } from './operation.ts';
import { digestOf, operate, planOperations } from './operations.ts';
import type { Options } from './options.ts';
import { type Paid, planPurchases, purchase } from './purchases.ts';
import type { Phase, Result } from './report.ts';
import { startJob, waitUntilSettled } from './settle.ts';
import { type ChaosShop, startChaosShop } from './shop.ts';
import { startSnapshots, takeSnapshot } from './snapshots.ts';
import { countEach } from './tally.ts';
import { createWorld, type World } from './world.ts';

type Say = (message: string) => void;

type Run = { options: Options; shop: ChaosShop; sql: postgres.Sql; acts: Acts; world: World; since: Date };

/** Timeout for the ledgers to agree, in milliseconds. */
const patience = 120_000;

const clientsOf = ({ options }: Run) => Array.from({ length: options.clients }, (_, index) => index);

/** The people of one client. No person belongs to two clients. */
const peopleOf = ({ world, options }: Run, client: number) =>
  world.people.filter((_, index) => index % options.clients === client);

/** Size of one of the equal parts of a whole. */
const share = (whole: number, parts: number, index: number) =>
  Math.floor(whole / parts) + (index < whole % parts ? 1 : 0);

type Work = {
  name: string;
  kills: number;
  total: number;
  /** Runs all clients concurrently. */
  act: (progress: Progress) => Promise<void>;
  plans: unknown;
  snapshotEveryMs: number;
};

/** Limit of the time without progress, in seconds; longer than any other timeout. */
const stallSeconds = 150;

/** Runs all clients during kills and snapshots, then waits until both ledgers agree. */
async function carryOut(run: Run, work: Work, say: Say): Promise<Omit<Phase, 'deliveredAfterMs'>> {
  const { options, shop, sql, since } = run;
  const books = { providerFile: shop.providerFile, since };
  const plan = planShopKills(createRandom(options.seed, `kills of ${work.name}`), work.kills);
  const progress = createProgress(work.name, work.total);
  const job = startJob(shop.url, shop.stack.env.CRON_SECRET ?? '', options.jobEvery);
  const snapshots = startSnapshots(sql, work.snapshotEveryMs);
  const timer = setInterval(() => say(String(progress)), 20_000);
  let isOver = false;
  const began = Date.now();
  const acting = Promise.all([
    work.act(progress).then(() => Date.now() - began),
    carryOutKills(
      plan,
      (planned) => killShop(shop, planned),
      progress,
      () => isOver,
    ),
  ]);
  try {
    const [actedMs, kills] = await progress.watch(stallSeconds, acting);
    await shop.provider.clearFaults();
    const lastFaultAt = Date.now();
    say(`${work.name}: done in ${Math.round(actedMs / 1000)} s, ${kills.length} kills; waiting until the books agree`);
    const settled = await waitUntilSettled(sql, books, lastFaultAt, patience);
    const open = settled.tookMs === null ? await readOpenEnds(sql, shop) : [];
    const [statuses, { taken, missed }] = await inTime(
      `${work.name}: the job and the snapshots`,
      stallSeconds,
      Promise.all([job.stop(), snapshots.stop()]),
    );
    const { outcomes } = progress;
    const kinds = [...new Set(outcomes.map(([kind]) => kind))].toSorted();
    return {
      actedMs,
      kills,
      outcomes: Object.fromEntries(
        kinds.map((kind) => [
          kind,
          countEach(outcomes.filter(([name]) => name === kind).map(([, outcome]) => outcome)),
        ]),
      ),
      settledMs: settled.tookMs,
      differences: settled.differences,
      open,
      snapshots: [...taken, await inTime('the last snapshot', stallSeconds, takeSnapshot(sql))],
      missedSnapshots: missed,
      jobs: statuses,
      digest: digestOf([plan, work.plans]),
    };
  } finally {
    isOver = true;
    clearInterval(timer);
    for (const beside of [job, snapshots]) beside.stop().catch(() => undefined);
  }
}

/** Delay from payment to delivery of each purchase, in milliseconds, and the purchases never delivered. */
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

async function buyAll(run: Run, say: Say): Promise<{ phase: Phase; unsettled: string[] }> {
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
  const act: Work['act'] = async (progress) => {
    await Promise.all(
      plans.map(async (plan, client) => {
        const people = peopleOf(run, client);
        for (const each of plan) {
          const [buyer, product] = [people[each.buyer], world.products[each.product]];
          if (!buyer || !product) throw new Error('a purchase of nobody or of nothing');
          progress.begin(`client ${client}`, each.provider);
          const made = await purchase(shop, acts, buyer, product, each);
          if (!('refused' in made)) paid.push(made);
          progress.done(`client ${client}`, each.provider, 'refused' in made ? made.refused : 'paid');
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

async function operateAll(run: Run, say: Say): Promise<Phase> {
  const { options, shop, acts, world, sql } = run;
  const plans = clientsOf(run).map((client) =>
    planOperations(
      createRandom(options.seed, `operations of ${client}`),
      share(options.operations, options.clients, client),
    ),
  );
  const act: Work['act'] = async (progress) => {
    await Promise.all(
      plans.map(async (plan, index) => {
        const client: Client = { shop, acts, sql, world, people: peopleOf(run, index), payments: [], disputed: [] };
        for (const each of plan) {
          progress.begin(`client ${index}`, each.kind);
          progress.done(`client ${index}`, each.kind, await operate(client, each));
        }
      }),
    );
  };
  const kills = Math.ceil(options.kills / 4);
  const work = { name: 'operations', kills, total: options.operations, act, plans, snapshotEveryMs: 2000 };
  return { ...(await carryOut(run, work, say)), deliveredAfterMs: [] };
}

async function act(
  options: Options,
  shop: ChaosShop,
  sql: postgres.Sql,
  say: Say,
): Promise<Omit<Result, 'loadBefore'>> {
  say('Making people and goods');
  const since = new Date();
  const people = Math.max(options.clients * 3, Math.ceil(options.purchases / 4));
  const making = createWorld(sql, shop.stack.env, options.seed, people);
  const world = await inTime('making people and goods', 300, making);
  const run: Run = { options, shop, sql, acts: createActs(shop), world, since };
  const bought = await buyAll(run, say);
  const operations = await operateAll(run, say);
  const checks = await inTime(
    'the last check of the ledger invariants',
    stallSeconds,
    sql`select nombre, cuenta::int as found, ejemplos as examples from privado.invariantes() where cuenta > 0`,
  );
  return {
    options,
    purchases: bought.phase,
    operations,
    broken: checks.map(({ nombre, found, examples }) => `${nombre} (${found}): ${JSON.stringify(examples)}`),
    unsettled: bought.unsettled,
  };
}

/**
 * Executes the whole run, from starting the shop to reconciling the ledgers.
 *
 * @throws `Hung` with the unfinished work if a part does not end
 */
export async function runChaos(options: Options, say: Say): Promise<Result> {
  const [, loadBefore = 0] = loadavg();
  const shop = await inTime('starting the shop', 1200, startChaosShop(options.isBuilt, say));
  const sql = postgres(shop.stack.databaseUrl, {
    max: 8,
    onnotice: () => {},
    connection: { statement_timeout: 60_000 },
  });
  try {
    return { ...(await act(options, shop, sql, say)), loadBefore };
  } catch (error) {
    if (error instanceof Hung) error.open.push(...(await readOpenEnds(sql, shop)));
    throw error;
  } finally {
    await inTime('stopping the shop', 30, Promise.all([sql.end({ timeout: 1 }), shop.stop()])).catch((error: Error) =>
      say(error.message),
    );
  }
}

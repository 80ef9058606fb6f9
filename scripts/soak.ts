/**
 * `npm run soak`: runs the shop at half of its capacity for an hour or `--minutes`. Exits with 1 after an error or if
 * memory grows (docs/operations.md, "Load test").
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findAnyPorts, readOptions } from '@unstore/processes';
import { lows, type Reading, slopeOf } from '@unstore/web-bench';
import autocannon, { type Result } from 'autocannon';
import { buildShop, serveShop } from '../local/shop/shop.ts';
import { startStack } from '../local/shop/stack.ts';
import { database } from '../tests/e2e/support/database.ts';
import { mixOf } from './soak/mix.ts';
import { buyOnce, newSession } from './soak/purchase.ts';

const root = join(import.meta.dirname, '..');
const { values } = readOptions({ options: { minutes: { type: 'string', default: '60' } } });
const minutes = Number(values.minutes);
if (!(minutes >= 2)) throw new Error('--minutes: 2 or more');

const connections = 16;
const stretchSeconds = Math.min(300, Math.round((minutes * 60) / 4));
const purchaseEveryMs = 10_000;
const jobEveryMs = 120_000;
const say = (text: string) => console.log(`  ${text}`);

const dataDir = join(root, '.data/soak');
await rm(dataDir, { recursive: true, force: true });
await mkdir(dataDir, { recursive: true });
const samplesFile = join(dataDir, 'memory.jsonl');
const ports = await findAnyPorts('shop', 'api', 'database', 'payments', 'mailbox', 'smtp');
const stack = await startStack({
  dataDir,
  ports,
  durable: false,
  onProgress: say,
});
const environment = {
  ...stack.env,
  LOG_LEVEL: 'warn',
  NEXT_DIST_DIR: '.next-e2e',
  // All requests have one address.
  ADDRESS_LIMIT_FACTOR: '1000000',
};

type Purchases = { times: number[]; problems: string[] };

async function press(site: string, products: string[], seconds: number, rate?: number): Promise<Result> {
  // Sessions expire after an hour, so each stretch creates its own.
  const sessions = await Promise.all(Array.from({ length: 4 }, () => newSession()));
  return autocannon({
    url: site,
    connections,
    duration: seconds,
    requests: mixOf(
      products,
      sessions.map(({ cookie }) => cookie),
    ),
    timeout: 10,
    ...(rate === undefined ? {} : { overallRate: rate }),
  });
}

/** Buys repeatedly until stopped. */
async function keepBuying(site: string, products: string[], isOver: () => boolean): Promise<Purchases> {
  const done: Purchases = { times: [], problems: [] };
  for (let turn = 0; !isOver(); turn += 1) {
    const began = Date.now();
    try {
      done.times.push(await buyOnce(site, products[turn % products.length] ?? ''));
    } catch (problem) {
      done.problems.push((problem as Error).message);
    }
    await delay(Math.max(0, began + purchaseEveryMs - Date.now()));
  }
  return done;
}

async function keepDoingJobs(site: string, isOver: () => boolean): Promise<string[]> {
  const problems: string[] = [];
  while (!isOver()) {
    const began = Date.now();
    const answer = await fetch(`${site}/api/cron`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stack.env.CRON_SECRET}` },
    });
    if (!answer.ok) problems.push(`the job answered ${answer.status}`);
    while (!isOver() && Date.now() < began + jobEveryMs) await delay(500);
  }
  return problems;
}

async function readMemory(from: number): Promise<Record<'rss' | 'heap', Reading[]>> {
  const lines = (await readFile(samplesFile, 'utf8')).trim().split('\n');
  const samples = lines.map((line) => JSON.parse(line) as { at: number; rss: number; heap: number });
  const later = samples.filter(({ at }) => at >= from);
  const readings = (of: 'rss' | 'heap') =>
    later.map((sample): Reading => ({ hours: (sample.at - from) / 3_600_000, megabytes: sample[of] / 1e6 }));
  return { rss: readings('rss'), heap: readings('heap') };
}

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

let shop: Awaited<ReturnType<typeof serveShop>> | undefined;
try {
  Object.assign(process.env, stack.env, { DATABASE_URL: stack.databaseUrl });
  say('Building the shop');
  await buildShop(environment, () => {});
  const problemsOfShop: string[] = [];
  shop = await serveShop(
    ports.shop,
    {
      ...environment,
      MEMORY_SAMPLES: samplesFile,
      MEMORY_SAMPLES_OF: 'start',
      NODE_OPTIONS: `--import=${import.meta.resolve('@unstore/web-bench/sample')}`,
    },
    (line) => {
      if (/"level":(?:50|60)|Error/.test(line)) problemsOfShop.push(line);
    },
  );
  const site = shop.url;
  const rows = await database()`select slug from productos
    where status = 'approved' and category <> 'uncoins' and unidades is null and precio > 0 order by slug limit 12`;
  const products = rows.map(({ slug }) => String(slug));

  say('Measuring the limit');
  await press(site, products, 15);
  const limit = (await press(site, products, 20)).requests.average;
  const rate = Math.max(1, Math.floor(limit / 2));
  say(`${limit.toFixed(0)} requests a second; ${rate} for ${minutes} minutes`);

  const began = Date.now();
  const end = began + minutes * 60_000;
  const isOver = () => Date.now() >= end;
  const buying = keepBuying(site, products, isOver);
  const doing = keepDoingJobs(site, isOver);
  const results: Result[] = [];
  while (end - Date.now() > 5_000) {
    const seconds = Math.min(stretchSeconds, Math.floor((end - Date.now()) / 1000));
    const result = await press(site, products, seconds, rate);
    results.push(result);
    const { latency } = result;
    say(`${Math.round((Date.now() - began) / 60_000)} min: p50 ${latency.p50} ms, p99 ${latency.p99} ms`);
  }
  const [purchases, jobProblems] = await Promise.all([buying, doing]);

  // Skips the first quarter, in which caches fill.
  const memory = await readMemory(began + (end - began) / 4);
  const slopes = { heap: slopeOf(lows(memory.heap, 12)), rss: slopeOf(lows(memory.rss, 12)) };
  const total = results.reduce((sum, { requests }) => sum + requests.total, 0);
  const failed = results.reduce((sum, { errors, timeouts, non2xx }) => sum + errors + timeouts + non2xx, 0);
  const troubles = [...purchases.problems, ...jobProblems, ...problemsOfShop];
  const isGood =
    failed === 0 && troubles.length === 0 && slopes.heap.verdict !== 'grows' && slopes.rss.verdict !== 'grows';

  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const mb = (value: number) => value.toFixed(1);
  const slopeLine = (name: string, { mean, perHour, margin, verdict }: (typeof slopes)['heap']) =>
    `| ${name} | ${mb(mean)} MB | ${mb(perHour)} ± ${mb(margin)} MB an hour | ${verdict} |`;
  const text = `# Load test

Made by \`npm run soak -- --minutes=${minutes}\` on ${new Date().toISOString().slice(0, 10)} at commit ${git('rev-parse', '--short', 'HEAD')}, on a
machine with ${cpus().length} cores and ${Math.round(totalmem() / 2 ** 30)} GB that also ran the database, the simulators and the load itself. [operations.md](../operations.md#load-test)
describes the load and the criteria.

| figure | measured | wanted |
|---|---|---|
| maximum throughput (${connections} connections) | ${limit.toFixed(0)} requests/s | |
| applied load | ${rate} requests/s for ${minutes} minutes | half of it, 60 minutes |
| answers | ${total.toLocaleString('en')} | |
| errors, time-outs, and unsuccessful answers | ${failed} | 0 |
| p50, the median of ${results.length} stretches | ${percentile(
    results.map(({ latency }) => latency.p50),
    0.5,
  )} ms | |
| p99, the worst of ${results.length} stretches | ${Math.max(...results.map(({ latency }) => latency.p99))} ms | stated |
| purchases, delivered once each | ${purchases.times.length} of ${purchases.times.length + purchases.problems.length} | all |
| from the checkout to the delivery, p50 / p99 | ${percentile(purchases.times, 0.5).toFixed(0)} / ${percentile(purchases.times, 0.99).toFixed(0)} ms | |
| errors in the log, and jobs that failed | ${jobProblems.length + problemsOfShop.length} | 0 |

| memory, without the first quarter | mean of the lows | slope | verdict |
|---|---|---|---|
${slopeLine('JavaScript heap', slopes.heap)}
${slopeLine('the process (RSS)', slopes.rss)}
`;
  // Less than an hour is a trial.
  if (minutes >= 60) await writeFile(join(root, 'docs/figures/soak.md'), text);
  console.log(text);
  for (const trouble of troubles.slice(0, 20)) console.error(trouble);
  process.exitCode = isGood ? 0 : 1;
} finally {
  await database().end();
  await shop?.stop();
  await stack.stop();
}

import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { findAnyPorts, readOptions } from '@unstore/processes';
import { createBare, grade, median, pressInRounds, type Target, visit, weigh } from '@unstore/web-bench';
import { buildShop, type Shop, serveShop } from '../local/shop/shop.ts';
import { startStack } from '../local/shop/stack.ts';
import { giveCoins, giveOrder } from '../tests/e2e/support/goods.ts';
import { startShippedNginx } from '../tests/e2e/support/nginx.ts';
import { createPerson, type Person } from '../tests/e2e/support/people.ts';
import { createSession } from '../tests/e2e/support/session.ts';
import { startStandalone, unpackStandalone } from '../tests/e2e/support/standalone.ts';
import { gameTargets } from './bench/game-calls.ts';
import { serveFile } from './bench/nginx-file.ts';
import { browserOptions } from './tools/browser.ts';

/**
 * Measures pages and writes `docs/figures/pages.md`: `npm run bench:pages -- [--rounds 5] [--seconds 5] [--only
 * weight,load,servers,grades,start,cache]`. The shop is built and served with its own database. Each speed is compared with a
 * minimal program of the same kind in interleaved rounds.
 */
const { values } = readOptions({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'weight,load,servers,grades,start,cache' },
    out: { type: 'string', default: 'docs/figures/pages.md' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const parts = new Set(values.only.split(','));

const root = join(import.meta.dirname, '..');
const dataDir = join(root, '.data/bench/pages');
const richest = '/p/fragua-arcana';
const usual = '/p/cielos-rotos';
const gradeRounds = 3;
const browser = { launch: browserOptions(), locale: 'es-ES' };
const bareApp = createBare({ root, folder: join(root, '.data/bench/bare') });

type Row = { figure: string; measured: string; reference: string; wanted: string };
const rows: Row[] = [];
const note = (figure: string, measured: string, reference: string, wanted: string) => {
  rows.push({ figure, measured, reference, wanted });
  console.log(`${figure}: ${measured} (${reference || '—'}; wanted ${wanted})`);
};

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const share = (part: number, of: number) => (part / of).toFixed(2);

async function noteWeight(shop: Shop): Promise<void> {
  for (const [name, path] of [
    ['product', richest],
    ['usual product', usual],
    ['home', '/'],
    ['category', '/plugins'],
    ['search', '/search/de'],
  ] as const) {
    const { raw, gzip, brotli } = await weigh(shop.url + path);
    note(
      `HTML, ${name} (\`${path}\`), raw / gzip`,
      `${kilobytes(raw)} / ${kilobytes(gzip)}`,
      `Brotli ${kilobytes(brotli)}`,
      '',
    );
  }
  const product = await visit(shop.url + richest, browser);
  note(
    'JavaScript on a product page, gzip',
    kilobytes(product.scripts),
    `shift ${product.shift.toFixed(3)}`,
    '≤ 1.2 of a bare page',
  );
  const home = await visit(`${shop.url}/`, browser);
  note(
    'Home page, cold: requests / bytes',
    `${home.requests} / ${kilobytes(home.bytes)}`,
    `shift ${home.shift.toFixed(3)}`,
    '≤ 30 / ≤ 350 kB',
  );
}

const checkout = '/checkout?producto=fragua-arcana';

/** The database call of `/api/me`, sent to the API directly. */
async function apiCallOf(person: Person): Promise<Target> {
  const { SUPABASE_URL: url = '', SUPABASE_PUBLISHABLE_KEY: key = '' } = process.env;
  const { data, error } = await createClient(url, key).auth.signInWithPassword(person);
  if (error) throw error;
  const headers = {
    apikey: key,
    authorization: `Bearer ${data.session.access_token}`,
    'content-type': 'application/json',
  };
  return { name: 'api', url: `${url}/rest/v1/rpc/quien_soy`, headers, body: '{}' };
}

async function cookieOf(person: Person): Promise<string> {
  const session = await createSession(person);
  return session.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Cookies of buyers: half of them have no coins, the others have different balances. */
async function createBuyers(): Promise<string[]> {
  const buyers: string[] = [];
  for (let number = 0; number < 16; number += 1) {
    const buyer = await createPerson();
    if (number % 2) await giveCoins(buyer, 100 + number);
    buyers.push(await cookieOf(buyer));
  }
  return buyers;
}

async function noteLoad(shop: Shop, person: Person): Promise<void> {
  const cookie = await cookieOf(person);
  const buyers = await createBuyers();
  const { raw } = await weigh(shop.url + richest);
  const page = await (await fetch(shop.url + checkout, { headers: { cookie } })).text();
  const elements = page.replaceAll(/<script.*?<\/script>/gs, '').match(/<[a-z]/g)?.length ?? 0;
  await bareApp.build({ same: raw, small: 20_000 }, { elements });
  const bare = await bareApp.serve();
  try {
    const { scripts } = await visit(`${bare.url}/small`, browser);
    note('JavaScript of a bare page of Next, gzip', kilobytes(scripts), '', '');
    const signedIn = { cookie };
    const targets: Target[] = [
      { name: 'bare20', url: `${bare.url}/small` },
      { name: 'bare', url: `${bare.url}/same` },
      { name: 'gated', url: `${bare.url}/gated/same` },
      { name: 'guest', url: shop.url + richest },
      { name: 'person', url: shop.url + richest, headers: signedIn },
      { name: 'browser', url: shop.url + richest, headers: { 'accept-encoding': 'gzip, br' } },
      { name: 'bareBrowser', url: `${bare.url}/same`, headers: { 'accept-encoding': 'gzip, br' } },
      { name: 'me', url: `${shop.url}/api/me`, headers: signedIn },
      await apiCallOf(person),
      { name: 'checkout', url: shop.url + checkout, headers: buyers.map((buyer) => ({ cookie: buyer })) },
      { name: 'asked', url: `${bare.url}/gated/asked` },
      { name: 'search', url: `${shop.url}/search/fragua` },
    ];
    const loads = await pressInRounds(targets, rounds, seconds);
    const speed = (name: string) => loads.get(name)?.perSecond ?? Number.NaN;
    const text = (name: string) => `${whole.format(speed(name))}/s, p50 ${loads.get(name)?.p50} ms`;
    const beside = (name: string) =>
      `bare Next page of the same size: ${whole.format(speed('bare'))}/s (×${share(speed(name), speed('bare'))}), behind a middleware: ${whole.format(speed('gated'))}/s (×${share(speed(name), speed('gated'))}), of 20 kB: ${whole.format(speed('bare20'))}/s`;
    note('Product page, guest', text('guest'), beside('guest'), '≥ 0.5 of the one behind a middleware');
    note('Product page, signed in', text('person'), beside('person'), '≥ 0.5 of the one behind a middleware');
    note(
      'Product page as browsers ask for it, compressed',
      text('browser'),
      `bare Next page of the same size: ${whole.format(speed('bareBrowser'))}/s`,
      '',
    );
    note(
      '`/api/me`, signed in',
      text('me'),
      `its one call at the local API: ${text('api')} (×${share(speed('me'), speed('api'))})`,
      '≥ 0.35 of the call',
    );
    note(
      'Checkout page of one product, 16 people in turn',
      text('checkout'),
      `bare Next page that is rendered each time, behind a middleware, of ${elements} elements as well: ${text('asked')} (×${share(speed('checkout'), speed('asked'))})`,
      '≥ 0.35 of it',
    );
    note('Search page, small database', text('search'), '', '');
  } finally {
    await bare.stop();
  }
}

/** The requests of game servers and programs, beside a bare route and the one database call of each. */
async function noteServers(shop: Shop): Promise<void> {
  const {
    SUPABASE_URL: api = '',
    SUPABASE_PUBLISHABLE_KEY: publishable = '',
    SUPABASE_SECRET_KEY: secret = '',
  } = process.env;
  await bareApp.build({ small: 20_000 });
  const bare = await bareApp.serve();
  try {
    const targets = await gameTargets(shop.url, api, { publishable, secret });
    const json = { 'content-type': 'application/json' };
    const loads = await pressInRounds(
      [
        ...targets,
        { name: 'bareGet', url: `${bare.url}/gated/answer` },
        { name: 'barePost', url: `${bare.url}/gated/answer`, headers: json, body: '{"players":[]}' },
      ],
      rounds,
      seconds,
    );
    const speed = (name: string) => loads.get(name)?.perSecond ?? Number.NaN;
    const text = (name: string) => `${whole.format(speed(name))}/s, p50 ${loads.get(name)?.p50} ms`;
    for (const [what, name, plain] of [
      ['`POST /api/azlink`, nothing to fetch', 'azlink', 'barePost'],
      ['`GET /api/v1/deliveries`, nothing to fetch', 'deliveries', 'bareGet'],
      ['`POST /api/v1/licenses/validate`', 'validate', 'barePost'],
    ] as const) {
      const call = `${name}Call`;
      note(
        what,
        text(name),
        `bare route: ${text(plain)} (×${share(speed(name), speed(plain))}); its one call at the local API: ${text(call)} (×${share(speed(name), speed(call))})`,
        '≥ 0.5 of the bare route',
      );
    }
  } finally {
    await bare.stop();
  }
}

async function noteCache(shop: Shop, cookie: string): Promise<void> {
  const html = await (await fetch(shop.url + richest, { headers: { 'accept-language': 'es' } })).text();
  const file = await serveFile(html);
  const nginx = await startShippedNginx(new URL(shop.url).host);
  try {
    const headers = { 'accept-language': 'es' };
    const loads = await pressInRounds(
      [
        { name: 'file', url: file.url },
        { name: 'cache', url: nginx.url + richest, headers },
        { name: 'person', url: nginx.url + richest, headers: { ...headers, cookie } },
      ],
      rounds,
      seconds,
    );
    const speed = (name: string) => loads.get(name)?.perSecond ?? Number.NaN;
    for (const [who, name] of [
      ['a guest', 'cache'],
      ['somebody signed in', 'person'],
    ] as const)
      note(
        `Product page from the cache of nginx, ${who}`,
        `${whole.format(speed(name))}/s`,
        `the same HTML as a file: ${whole.format(speed('file'))}/s (×${share(speed(name), speed('file'))})`,
        '≥ 0.85 of the file',
      );
  } finally {
    await Promise.all([nginx.stop(), file.stop()]);
  }
}

async function noteGrades(shop: Shop): Promise<void> {
  for (const [name, path] of [
    ['home', '/'],
    ['category', '/plugins'],
    ['product', richest],
    ['search', '/search/fragua'],
  ] as const) {
    const { performance, accessibility, practices, seo, lcp } = await grade(shop.url + path, gradeRounds, browser);
    note(
      `Lighthouse mobile, ${name}: performance / accessibility / best practices / SEO`,
      `${performance} / ${accessibility} / ${practices} / ${seo}`,
      `LCP ${(lcp / 1000).toFixed(2)} s`,
      '≥ 95 / 100 / 100 / 100, LCP ≤ 2.0 s',
    );
  }
  await bareApp.build({ small: 20_000 });
  const bare = await bareApp.serve();
  try {
    const { performance, lcp } = await grade(`${bare.url}/small`, gradeRounds, browser);
    note(
      'The same of a bare page of Next of 20 kB, without a picture: performance',
      `${performance}`,
      `LCP ${(lcp / 1000).toFixed(2)} s`,
      '',
    );
  } finally {
    await bare.stop();
  }
}

/** Milliseconds from the start of a server to its first 200 response. */
async function timeStart(serve: () => Promise<Pick<Shop, 'url' | 'stop'>>, path: string): Promise<number> {
  const startedAt = performance.now();
  const shop = await serve();
  try {
    while (!(await fetch(shop.url + path).catch(() => null))?.ok)
      await new Promise((resolve) => setTimeout(resolve, 5));
    return performance.now() - startedAt;
  } finally {
    await shop.stop();
  }
}

async function noteStart(environment: Record<string, string>): Promise<void> {
  await bareApp.build({ small: 20_000 });
  const { spare } = await findAnyPorts('spare');
  const folder = await unpackStandalone();
  const image = { times: [], start: () => timeStart(() => startStandalone(folder, spare), '/') };
  const ours = { times: [], start: () => timeStart(() => serveShop(spare, environment, () => {}), '/') };
  const bare = { times: [], start: () => timeStart(() => bareApp.serve(), '/small') };
  const kinds: Array<{ times: number[]; start: () => Promise<number> }> = [image, ours, bare];
  // Warms the compile caches, as on any deployed machine.
  for (const { start } of kinds) await start();
  for (let round = 0; round < rounds; round += 1) for (const { times, start } of kinds) times.push(await start());
  await rm(folder, { recursive: true, force: true });
  const milliseconds = ({ times }: { times: number[] }) => `${whole.format(median(times))} ms`;
  note(
    'Cold start to the first 200, as in an image (`node server.js`)',
    milliseconds(image),
    `with \`next start\`: ${milliseconds(ours)}; bare Next so: ${milliseconds(bare)}`,
    '≤ 500 ms',
  );
}

/** Writes the results so far, so that a failing part does not lose the others. */
async function write(): Promise<void> {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const lines = rows.map(
    ({ figure, measured, reference, wanted }) => `| ${figure} | ${measured} | ${reference} | ${wanted} |`,
  );
  const text = `# Costs of pages

Written by \`npm run bench:pages\` on ${new Date().toISOString().slice(0, 10)} at commit ${commit}, on ${cpus().length} processors
that the shop, its database, the load generator and the baselines share. 16 connections; medians of ${rounds} rounds of ${seconds} s, in
which all targets take turns. Lighthouse: medians of ${gradeRounds}, its default phone and its simulated network.

| figure | measured | baseline | wanted |
|---|---|---|---|
${lines.join('\n')}
`;
  await mkdir(join(root, 'docs/figures'), { recursive: true });
  await writeFile(resolve(root, values.out), text);
}

await rm(dataDir, { recursive: true, force: true });
await mkdir(dataDir, { recursive: true });
const ports = await findAnyPorts('shop', 'api', 'database', 'payments', 'mailbox', 'smtp');
const stack = await startStack({
  dataDir,
  ports,
  durable: false,
  onProgress: console.log,
});
try {
  const environment = { ...stack.env, NEXT_DIST_DIR: '.next-e2e', LOG_LEVEL: 'warn', TRUSTED_PROXIES: '1' };
  Object.assign(process.env, stack.env, { DATABASE_URL: stack.databaseUrl });
  console.log('Building the shop');
  await buildShop({ ...environment, NEXT_OUTPUT: 'standalone' }, () => {});
  const shop = await serveShop(ports.shop, environment, () => {});
  try {
    if (parts.has('weight')) await noteWeight(shop);
    await write();
    if (parts.has('grades')) await noteGrades(shop);
    await write();
    const person = await createPerson();
    await giveOrder(person, 'neon-sur');
    if (parts.has('load')) await noteLoad(shop, person);
    await write();
    if (parts.has('servers')) await noteServers(shop);
    await write();
    if (parts.has('cache')) await noteCache(shop, await cookieOf(person));
    await write();
  } finally {
    await shop.stop();
  }
  if (parts.has('start')) await noteStart(environment);
} finally {
  await stack.stop();
}
await write();
process.exit(0);

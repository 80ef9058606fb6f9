import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { database } from './support/database.ts';

// Runs `npm run doctor -- --try` on the shop of these tests.
type Finding = { level: string; what: string; why?: string; fix?: string };

async function runTrial(env: Record<string, string>, { args = ['--anyway'], onStart = (_: () => void) => {} } = {}) {
  const child = spawn(process.execPath, ['scripts/doctor.ts', '--try', '--json', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onStart(() => child.kill('SIGINT'));
  let text = '';
  child.stdout.on('data', (part) => {
    text += part;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const { findings } = JSON.parse(text) as { findings: Finding[] };
  for (const { level, why, fix } of findings) if (level === 'missing') expect([why, fix].every(Boolean)).toBe(true);
  return {
    code,
    findings,
    lines: findings.map(({ level, what }) => `${level}: ${what.replace(/ \(\d+\.\d s\)$/, '')}`),
  };
}

/** What a trial with this mailbox has left. */
const leftOf = async (name: string) => {
  const [row] = await database()`select
    (select count(*)::int from auth.users where email like ${`${name}+doctor%`}) as users,
    (select count(*)::int from storage.objects o where bucket_id = 'descargas' and created_at > now() - interval '1 hour'
      and not exists (select from auth.users u where u.id::text = split_part(o.name, '/', 1))
      and not exists (select from productos p where p.id::text = split_part(o.name, '/', 1))) as files`;
  return row;
};
const nothing = { users: 0, files: 0 };

/** Supabase, but for calls whose address contains a text: they are answered with 503, or reported. */
async function startGate(on: { refuse?: string; report?: [containing: string, tell: () => void] }) {
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    if (on.report && url.includes(on.report[0])) on.report[1]();
    if (on.refuse && url.includes(on.refuse)) return void outgoing.writeHead(503).end('{"message":"closed"}');
    const to = new URL(url, process.env.SUPABASE_URL);
    incoming.pipe(
      request(to, { method, headers: { ...headers, host: to.host } }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    SUPABASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => server.close(),
  };
}

test('a doctor trial of a working shop passes every step and deletes its data', { tag: '@nightly' }, async () => {
  const { code, lines, findings } = await runTrial({}, { args: ['--anyway', '--mail', 'entera@gmail.com'] });
  expect(lines).toEqual([
    'ok: registers through the shop',
    'ok: gets the confirmation mail',
    'ok: follows the link of it',
    'ok: logs in',
    'ok: sends a file in parts of 6 MB',
    'ok: fetches it by a signed link, under a name in other scripts',
    'ok: asks for a new password, and gets the mail',
    'ok: everything is deleted again',
  ]);
  for (const { what } of findings) expect(what).toMatch(/ \(\d+\.\d s\)$/);
  expect(code).toBe(0);
  expect(await leftOf('entera')).toEqual(nothing);
});

test('a doctor trial refuses a shop with orders of the last day', async () => {
  await database()`update pagos set created_at = now() where id = (select id from pagos order by created_at desc limit 1)`;
  const { code, lines } = await runTrial({}, { args: [] });
  expect(lines).toEqual([expect.stringMatching(/^missing: not tried: \d+ orders are younger than a day$/)]);
  expect(code).toBe(1);
});

test('a doctor trial with the address of another shop fails at the mail link and deletes its data', {
  tag: '@nightly',
}, async () => {
  const SITE_URL = String(process.env.SITE_URL).replace('localhost', '127.0.0.1');
  const { lines } = await runTrial({ SITE_URL }, { args: ['--anyway', '--mail', 'otra@gmail.com'] });
  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/^missing: follows the link of it: \/auth\/confirm answers 403/),
    'ok: everything is deleted again',
  ]);
  expect(await leftOf('otra')).toEqual(nothing);
});

test('a doctor trial that fails halfway deletes its data', { tag: '@nightly' }, async () => {
  using gate = await startGate({ refuse: '/object/sign/' });
  const { SUPABASE_URL } = gate;
  const { lines } = await runTrial({ SUPABASE_URL }, { args: ['--anyway', '--mail', 'media@gmail.com'] });
  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/^missing: fetches it by a signed link/),
    'ok: everything is deleted again',
  ]);
  expect(await leftOf('media')).toEqual(nothing);
});

test('an interrupted doctor trial deletes its data', { tag: '@nightly' }, async () => {
  let interrupt = () => {};
  using gate = await startGate({ report: ['/admin/generate_link', () => interrupt()] });
  const { SUPABASE_URL } = gate;
  const { code, lines } = await runTrial(
    { SUPABASE_URL },
    {
      args: ['--anyway', '--mail', 'rota@gmail.com'],
      onStart: (stop) => {
        interrupt = stop;
      },
    },
  );
  expect(lines.slice(-2)).toEqual(['missing: follows the link of it: interrupted', 'ok: everything is deleted again']);
  expect(code).toBe(1);
  expect(await leftOf('rota')).toEqual(nothing);
});

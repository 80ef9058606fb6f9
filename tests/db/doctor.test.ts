/** @module-tag nightly */

import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient as createRedis } from '@redis/client';
import { startApi } from '@unstore/local-supabase';
import { keys, startEverything } from '@unstore/payment-simulator/testing';
import { findAnyPorts } from '@unstore/processes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shopConfig } from '../../local/project.ts';
import { startMailbox } from '../../local/shop/mailbox.ts';
import { loadSecrets } from '../../local/shop/secrets.ts';
import { lookAtAuthSettings } from '../../scripts/doctor/auth.ts';
import { lookAtRedis } from '../../scripts/doctor/redis.ts';
import { lookAtShop } from '../../scripts/doctor/shop.ts';
import { erasePerson, makeAdmin } from '../../scripts/setup/people.ts';
import { startRedis } from '../../scripts/tools/redis.ts';
import { createFactor, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

// Runs `npm run doctor` against the database, the API, the providers and the mailbox of these tests.
const db = await openDatabase();
const { sql } = db;
const payments = await startEverything();
const secrets = await loadSecrets(payments.dataDir);
const ports = await findAnyPorts('api', 'smtp', 'web');
const siteUrl = 'http://localhost:3999';
const mailbox = await startMailbox({
  smtpPort: ports.smtp,
  webPort: ports.web,
  dataDir: join(payments.dataDir, 'mail'),
});
const api = await startApi({
  databaseUrl: db.url,
  storageDir: payments.dataDir,
  port: ports.api,
  siteUrl,
  configFile: shopConfig,
  keys: { publishable: secrets.publishableKey, secret: secrets.secretKey, jwt: secrets.jwt },
});
afterAll(async () => {
  await api.stop();
  await mailbox.stop();
  await payments.stop();
});

const complete = {
  STORE_MODE: 'local',
  SITE_URL: siteUrl,
  SUPABASE_URL: `${api.url}/`,
  SUPABASE_PUBLISHABLE_KEY: secrets.publishableKey,
  SUPABASE_SECRET_KEY: secrets.secretKey,
  STRIPE_SECRET_KEY: keys.stripeSecretKey,
  STRIPE_WEBHOOK_SECRET: keys.stripeWebhookSecret,
  STRIPE_API_URL: payments.url,
  PAYPAL_CLIENT_ID: keys.paypalClientId,
  PAYPAL_CLIENT_SECRET: keys.paypalClientSecret,
  PAYPAL_WEBHOOK_ID: keys.paypalWebhookId,
  PAYPAL_API_URL: payments.url,
  SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
  MAIL_FROM: 'Tienda <hola@tienda.example>',
  SUPPORT_EMAIL: 'soporte@tienda.example',
  CRON_SECRET: 'not-a-real-secret',
};

type Report = {
  ready: boolean;
  findings: Array<{ area: string; level: string; what: string; why?: string; fix?: string }>;
};

async function runDoctor(variables: Record<string, string>) {
  const file = join(payments.dataDir, 'shop.env');
  await writeFile(
    file,
    Object.entries(variables)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(''),
  );
  const child = spawn(process.execPath, ['scripts/doctor.ts', '--json', '--env-file', file], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test' },
  });
  const text = { out: '', error: '' };
  child.stdout.on('data', (part) => {
    text.out += part;
  });
  child.stderr.on('data', (part) => {
    text.error += part;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  expect(text.error).toBe('');
  const report = JSON.parse(text.out) as Report;
  const missing = report.findings.filter(({ level }) => level === 'missing');
  for (const { why, fix } of missing)
    expect([why, fix]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
  return { code, report, missing: missing.map(({ area, what }) => `${area}: ${what}`) };
}

/** The migration that the database of an empty project lacks. */
let newest: Record<string, unknown> | undefined;

describe('an incomplete environment', () => {
  beforeAll(() =>
    payments.sim.setWebhookUrls({ stripe: 'http://localhost:1/other', paypal: 'http://localhost:1/other' }),
  );

  test('lists each missing variable', async () => {
    const { code, missing } = await runDoctor({ STORE_MODE: 'production', SITE_URL: 'http://tienda.example' });
    expect(code).toBe(1);
    for (const name of ['SUPABASE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL']) {
      expect(missing).toContainEqual(expect.stringContaining(`environment: ${name}: missing`));
    }
    expect(missing).toContain('environment: SITE_URL is not https');
    expect(missing).toContain('database: not looked at');
  });

  test('with a $ in a value, which not all programs read alike, is reported', async () => {
    const { missing } = await runDoctor({ ...complete, SMTP_URL: `smtp://shop:pa$word@127.0.0.1:${ports.smtp}` });
    expect(missing).toContain('environment: SMTP_URL has a $ in its file');
  });

  test('with unchanged example values is reported as missing', async () => {
    const { missing } = await runDoctor({
      ...complete,
      STRIPE_WEBHOOK_SECRET: 'whsec_...',
      SUPPORT_EMAIL: 'soporte@unstore.example',
    });
    expect(missing).toContain('environment: STRIPE_WEBHOOK_SECRET still holds the example');
    expect(missing).toContain('environment: SUPPORT_EMAIL still holds the example');
  });

  test.each([
    ['SUPABASE_URL', 'myproject', ['database: not looked at', 'accounts: not looked at']],
    ['SUPABASE_SECRET_KEY', secrets.publishableKey, ['database: not looked at']],
    ['SUPABASE_PUBLISHABLE_KEY', secrets.secretKey, ['database: not looked at']],
    ['SMTP_URL', 'https://mail.example', ['mail: not looked at']],
    ['REDIS_URL', 'http://127.0.0.1:6379', ['nodes: not looked at']],
    ['REDIS_URL', 'redis://127.0.0.1:6379/pages', ['nodes: not looked at']],
    ['CRON_SECRET', 'contraseña', ['shop: not looked at']],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', []],
    ['TRUSTED_PROXIES', '11', []],
  ])('with %s=%s is reported, and other checks continue', async (name, value, others) => {
    const { code, missing } = await runDoctor({ ...complete, [name]: value });
    expect(code).toBe(1);
    expect(missing).toContainEqual(expect.stringContaining(`environment: ${name}: `));
    for (const other of others) expect(missing).toContain(other);
    expect(missing).toContain('Stripe: no webhook goes to http://localhost:3999/api/webhooks/stripe');
  });

  test('with the address of another website is reported', async () => {
    const website = createServer((_, response) => response.end('<!doctype html><title>Hello</title>'));
    await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(website.address() as AddressInfo).port}`;
    const { missing } = await runDoctor({ ...complete, SUPABASE_URL: url });
    website.close();
    expect(missing).toContain(`database: ${url} is not a Supabase project`);
  });

  test('of an empty project is reported completely', async () => {
    await sql`update configuracion_global set vendedor_nif = ''`;
    await payments.sim.setAccount({
      stripeEvents: ['checkout.session.completed'],
      stripeVersion: '2020-08-27',
      paypalEvents: ['CHECKOUT.ORDER.APPROVED'],
      portalCancels: 'immediately',
    });
    [newest] = await sql`delete from supabase_migrations.schema_migrations where version = (
      select max(version) from supabase_migrations.schema_migrations) returning version, name`;
    const { code, missing } = await runDoctor({ ...complete, SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(code).toBe(1);
    expect(missing).toEqual([
      expect.stringMatching(/^database: migrations that the database does not have: \d{14}$/),
      'database: who sells is not known: vendedor_nif',
      'database: there are no packs of UnCoins',
      'database: there is no admin',
      'database: the ten-minute job has never run',
      `Stripe: no webhook goes to ${siteUrl}/api/webhooks/stripe`,
      'Stripe: a member who cancels loses the Club at once',
      `PayPal: its webhook goes to http://localhost:1/other, not to ${siteUrl}/api/webhooks/paypal`,
      expect.stringMatching(/^PayPal: its webhook does not send PAYMENT\.CAPTURE\.COMPLETED, .*PAYOUTS-ITEM\.HELD$/),
      expect.stringContaining('mail: the mail server of SMTP_URL does not take mails'),
    ]);
  });

  test('with wrongly configured webhooks is reported with each fault', async () => {
    await payments.sim.setWebhookUrls({
      stripe: `${siteUrl}/api/webhooks/stripe`,
      paypal: `${siteUrl}/api/webhooks/paypal`,
    });
    const { missing } = await runDoctor(complete);
    expect(missing).toContainEqual(expect.stringMatching(/^Stripe: its webhook does not send .*invoice\.paid/));
    expect(missing).toContain('Stripe: its webhook speaks version 2020-08-27');
  });

  test('with keys of another account is reported', async () => {
    const { missing } = await runDoctor({
      ...complete,
      SUPABASE_SECRET_KEY: 'sb_secret_wrong',
      STRIPE_SECRET_KEY: 'sk_test_wrong_wrong',
      PAYPAL_CLIENT_SECRET: 'wrong-secret',
    });
    expect(missing).toEqual([
      'database: SUPABASE_SECRET_KEY is not of this project',
      'Stripe: STRIPE_SECRET_KEY is not valid',
      'PayPal: PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET are not valid',
    ]);
  });
});

test('a complete environment is ready, with a list of manual checks', async () => {
  await payments.sim.setAccount({});
  await payments.sim.setWebhookUrls({
    stripe: `${siteUrl}/api/webhooks/stripe`,
    paypal: `${siteUrl}/api/webhooks/paypal`,
  });
  await sql`update configuracion_global set vendedor_nif = 'B12345674'`;
  await sql`insert into supabase_migrations.schema_migrations ${sql(newest ?? {})}`;
  const admin = await createUser(sql, { role: 'user' });
  const [{ email = '' } = {}] = await sql`select email from auth.users where id = ${admin}`;
  const project = { url: api.url, secretKey: secrets.secretKey };
  await expect(makeAdmin(project, 'nobody@gmail.com')).rejects.toThrow('nobody has an account with this address');
  expect(await makeAdmin(project, email.toUpperCase())).toContain('created 3 packs of UnCoins');
  expect(await makeAdmin(project, email)).toContain('the packs of UnCoins are there, and stay');
  await expect(erasePerson(project, { email }, 'asked by letter')).rejects.toThrow('this is an admin');
  await createFactor(sql, admin);
  await db.callService('anotar_pasada', { p_fallidas: [] });
  const { code, report, missing } = await runDoctor(complete);
  expect(missing).toEqual([]);
  expect([code, report.ready]).toEqual([0, true]);
  expect(report.findings.filter(({ level }) => level === 'hand').map(({ what }) => what)).toContainEqual(
    expect.stringContaining('the mail hook of Auth'),
  );

  await sql`update ultima_pasada set terminada_at = now() - interval '2 hours', fallidas = '{correos}'`;
  const late = await runDoctor(complete);
  expect([late.code, late.missing]).toEqual([1, ['database: the ten-minute job last ran 120 min ago']]);
  expect(late.report.findings.map(({ what }) => what)).toContain('chores that failed in the last run: correos');
});

test('the doctor confirms the cron secret of a running shop', async () => {
  const shop = createServer((request, response) => {
    const isRight = request.url === '/api/health' || request.headers.authorization === 'Bearer right';
    response.writeHead(isRight ? (request.url === '/api/health' ? 200 : 204) : 401).end();
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const findingsWith = async (secret: string) => (await lookAtShop(url, secret)).map(({ what }) => what);
  expect(await findingsWith('right')).toEqual([`it answers at ${url}`, 'it takes CRON_SECRET']);
  expect(await findingsWith('wrong')).toEqual([`it answers at ${url}`, 'it refuses CRON_SECRET']);
  shop.close();
});

test('the doctor reports a Redis that does not respond or evicts keys', async () => {
  const redis = await startRedis();
  const client = createRedis({ url: redis.url });
  try {
    await client.connect();
    expect(await lookAtRedis(redis.url)).toEqual([
      expect.objectContaining({ level: 'warn', what: 'Redis refuses every write when it is full (noeviction)' }),
    ]);
    await client.sendCommand(['CONFIG', 'SET', 'maxmemory-policy', 'volatile-lru']);
    expect(await lookAtRedis(redis.url)).toEqual([
      { area: 'nodes', level: 'ok', what: 'Redis answers (volatile-lru)' },
    ]);
    await client.sendCommand(['CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru']);
    const [finding] = await lookAtRedis(redis.url);
    expect(finding).toMatchObject({ level: 'warn', what: 'Redis drops any key when it is full (allkeys-lru)' });
  } finally {
    client.destroy();
    await redis.kill();
  }
  const { report } = await runDoctor({ ...complete, REDIS_URL: redis.url });
  expect(report.findings.filter(({ area }) => area === 'nodes')).toEqual([
    expect.objectContaining({ level: 'warn', what: expect.stringContaining('does not answer') }),
  ]);
});

describe('the doctor checks the Auth settings by the Management API and', () => {
  const state = { config: {} as Record<string, unknown>, asked: '' };
  const server = createServer((request, response) => {
    state.asked = `${request.url} ${request.headers.authorization}`;
    response.end(JSON.stringify(state.config));
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => server.close());
  const look = (config: Record<string, unknown>) => {
    state.config = config;
    return lookAtAuthSettings({
      supabaseUrl: 'https://abcdefghijklmnopqrst.supabase.co',
      siteUrl: 'https://tienda.example',
      token: 'sbp_token',
      managementUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
  };

  test('reports those of a new project', async () => {
    const found = await look({
      site_url: 'http://localhost:3000',
      rate_limit_email_sent: 2,
      security_captcha_enabled: true,
    });
    expect(state.asked).toBe('/v1/projects/abcdefghijklmnopqrst/config/auth Bearer sbp_token');
    expect(found.filter(({ level }) => level === 'missing').map(({ what }) => what)).toEqual([
      'Auth does not hand its mails to the shop',
      'links of account mails lead to http://localhost:3000, not to https://tienda.example',
      'IP address forwarding is off',
      'Auth asks for a captcha',
    ]);
    expect(found.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });

  test('accepts those of a configured project', async () => {
    const found = await look({
      site_url: 'https://tienda.example/',
      hook_send_email_enabled: true,
      hook_send_email_uri: 'pg-functions://postgres/privado/gancho_correo',
      mailer_otp_exp: 3600,
      security_sb_forwarded_for_enabled: true,
      rate_limit_email_sent: 1500,
      rate_limit_token_refresh: 600,
      security_captcha_enabled: false,
      mfa_totp_enroll_enabled: true,
      mfa_totp_verify_enabled: true,
    });
    expect(found.map(({ level }) => level)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok']);
  });
});

import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, vi } from 'vitest';
import type { Database } from '@/lib/supabase/database.types';
import { startApi } from '../../local/api.ts';
import { simulator } from '../../local/payments/client.ts';
import { startPayments } from '../../local/payments/start.ts';
import { findPorts } from '../../local/ports.ts';
import { loadSecrets } from '../../local/secrets.ts';
import type { TestDatabase } from './harness.ts';

const paymentKeys = {
  stripeSecretKey: 'sk_test_local_4242',
  stripeWebhookSecret: 'whsec_local',
  paypalClientId: 'local-client',
  paypalClientSecret: 'local-secret',
  paypalWebhookId: 'WH-LOCAL',
};

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signToken(secret: string, user: string): string {
  const claims = { sub: user, role: 'authenticated', aud: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3600 };
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/**
 * The API and the payment providers on a test's own database, with the environment that the shop's own code reads:
 * its functions run as they are, without a browser in front of them.
 */
export async function startShopApi(db: TestDatabase) {
  const folder = await mkdtemp(join(tmpdir(), 'unstore-shop-'));
  const { publishableKey, secretKey, jwt } = await loadSecrets(folder);
  const ports = await findPorts({ api: 55600 });
  const keys = { publishable: publishableKey, secret: secretKey, jwt };
  const siteUrl = 'http://localhost:1';
  const api = await startApi({ databaseUrl: db.url, storageDir: folder, port: ports.api, siteUrl, smtpPort: 1, keys });
  const payments = await startPayments({ port: 0, dataDir: folder, ...paymentKeys });
  const variables = {
    STORE_MODE: 'local',
    SITE_URL: siteUrl,
    SUPABASE_URL: api.url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    STRIPE_SECRET_KEY: paymentKeys.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: paymentKeys.stripeWebhookSecret,
    STRIPE_API_URL: payments.url,
    PAYPAL_CLIENT_ID: paymentKeys.paypalClientId,
    PAYPAL_CLIENT_SECRET: paymentKeys.paypalClientSecret,
    PAYPAL_WEBHOOK_ID: paymentKeys.paypalWebhookId,
    PAYPAL_API_URL: payments.url,
    SMTP_URL: 'smtp://localhost:1',
    LOCAL_MAILBOX_URL: 'http://localhost:1',
    CRON_SECRET: 'not-a-real-secret',
    LOG_LEVEL: 'silent',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await payments.stop();
    await api.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    provider: simulator(payments.url),
    /** The client of a request of this person. */
    clientOf: (user: string) =>
      createClient<Database>(api.url, publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { headers: { Authorization: `Bearer ${signToken(jwt, user)}` } },
      }),
  };
}

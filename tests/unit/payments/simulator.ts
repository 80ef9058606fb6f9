import { type Everything, keys, startEverything } from '@unstore/payment-simulator/testing';
import { afterAll, vi } from 'vitest';

type Supabase = { url: string; publishableKey: string; secretKey: string };

const noSupabase = { url: 'http://localhost:1', publishableKey: 'not-a-real-key', secretKey: 'not-a-real-key' };

/** The environment of a shop whose providers are the simulator, until the tests of this file are done. */
export function stubShop(simulatorUrl: string, supabase: Supabase = noSupabase): void {
  const variables = {
    STORE_MODE: 'local',
    SITE_URL: 'http://localhost:1',
    SUPABASE_URL: supabase.url,
    SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
    SUPABASE_SECRET_KEY: supabase.secretKey,
    STRIPE_SECRET_KEY: keys.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: keys.stripeWebhookSecret,
    STRIPE_API_URL: simulatorUrl,
    PAYPAL_CLIENT_ID: keys.paypalClientId,
    PAYPAL_CLIENT_SECRET: keys.paypalClientSecret,
    PAYPAL_WEBHOOK_ID: keys.paypalWebhookId,
    PAYPAL_API_URL: simulatorUrl,
    SMTP_URL: 'smtp://localhost:1',
    LOCAL_MAILBOX_URL: 'http://localhost:1',
    CRON_SECRET: 'not-a-real-secret',
    LOG_LEVEL: 'silent',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  afterAll(() => {
    vi.unstubAllEnvs();
  });
}

/** The payment simulator for the tests of a file. Modules that are imported afterwards find it in their environment. */
export async function openSimulator(): Promise<Everything> {
  const all = await startEverything();
  afterAll(() => all.stop());
  stubShop(all.url);
  return all;
}

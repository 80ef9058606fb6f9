import { vi } from 'vitest';

/** The shop's environment for tests that reach no service. */
export function stubEnvironment(): void {
  const nowhere = 'http://localhost:1';
  const secret = 'not-a-real-key';
  const variables = {
    STORE_MODE: 'local',
    SITE_URL: 'http://localhost:3000',
    SUPABASE_URL: nowhere,
    SUPABASE_PUBLISHABLE_KEY: secret,
    SUPABASE_SECRET_KEY: secret,
    STRIPE_SECRET_KEY: 'sk_test_not_a_key',
    STRIPE_WEBHOOK_SECRET: 'whsec_not_a_secret',
    STRIPE_API_URL: nowhere,
    PAYPAL_CLIENT_ID: secret,
    PAYPAL_CLIENT_SECRET: secret,
    PAYPAL_WEBHOOK_ID: secret,
    PAYPAL_API_URL: nowhere,
    SMTP_URL: 'smtp://localhost:1',
    CRON_SECRET: secret,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

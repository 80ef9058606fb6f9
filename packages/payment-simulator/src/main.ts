#!/usr/bin/env node
import { z } from 'zod';
import { startPayments } from './start.ts';

const environment = z.object({
  PAYMENTS_PORT: z.coerce.number().int().min(0).max(65535).default(12111),
  PAYMENTS_DATA_DIR: z.string().min(1).default('.payment-simulator'),
  STRIPE_WEBHOOK_URL: z.url().optional(),
  PAYPAL_WEBHOOK_URL: z.url().optional(),
  MERCHANT_NAME: z.string().min(1).optional(),
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  PAYPAL_CLIENT_ID: z.string().min(1),
  PAYPAL_CLIENT_SECRET: z.string().min(1),
  PAYPAL_WEBHOOK_ID: z.string().min(1),
});

const parsed = environment.safeParse(process.env);
if (!parsed.success) {
  console.error(`The payment simulator cannot start:\n${z.prettifyError(parsed.error)}`);
  process.exit(1);
}
const env = parsed.data;
const payments = await startPayments({
  port: env.PAYMENTS_PORT,
  dataDir: env.PAYMENTS_DATA_DIR,
  shopWebhookUrls: { stripe: env.STRIPE_WEBHOOK_URL, paypal: env.PAYPAL_WEBHOOK_URL },
  ...(env.MERCHANT_NAME && { merchantName: env.MERCHANT_NAME }),
  stripeSecretKey: env.STRIPE_SECRET_KEY,
  stripeWebhookSecret: env.STRIPE_WEBHOOK_SECRET,
  paypalClientId: env.PAYPAL_CLIENT_ID,
  paypalClientSecret: env.PAYPAL_CLIENT_SECRET,
  paypalWebhookId: env.PAYPAL_WEBHOOK_ID,
});
console.log(`payments ${payments.url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void payments.stop().then(() => process.exit(0)));
}

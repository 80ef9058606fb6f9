import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { startSupabase } from '@unstore/local-supabase';
import { startPayments } from '@unstore/payment-simulator';
import { within } from '@unstore/processes';
import { fillHistory } from '../../supabase/seed/history/index.ts';
import { seed } from '../../supabase/seed/seed.ts';
import { shopConfig, shopFolders } from '../project.ts';
import { startMailbox } from './mailbox.ts';
import { importPastPayments } from './past-payments.ts';
import { loadSecrets } from './secrets.ts';

export type Ports = { shop: number; api: number; database: number; payments: number; mailbox: number; smtp: number };

export const preferredPorts: Ports = {
  shop: 3000,
  api: 54321,
  database: 54322,
  payments: 12111,
  mailbox: 1080,
  smtp: 1025,
};

export type Stack = {
  /** Environment variables that connect the shop to this stack. */
  env: Record<string, string>;
  databaseUrl: string;
  mailboxUrl: string;
  /** Kills the database and restarts it and its API; other services keep running. */
  crashDatabase: () => Promise<void>;
  isDatabaseRunning: () => Promise<boolean>;
  stop: () => Promise<void>;
};

export type StackOptions = {
  dataDir: string;
  ports: Ports;
  durable?: boolean;
  /** False starts an empty shop, without products, people and pictures. */
  withGoods?: boolean;
  /** Adds a sales history of ninety days. */
  withHistory?: boolean;
  /** Enables fault injection in the API. */
  withFaults?: boolean;
  /** Enables sign-in with the Google emulator. */
  withGoogle?: boolean;
  onProgress?: (message: string) => void;
};

/** Starts the local emulators of hosted services: database, API, payment providers, mailbox. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { dataDir, ports, durable = true, withGoods = true, withHistory = false } = options;
  const { withFaults = false, withGoogle = false } = options;
  const { onProgress = () => {} } = options;
  const secrets = await loadSecrets(dataDir);
  const siteUrl = `http://localhost:${ports.shop}`;
  const started: Array<{ stop: () => Promise<void> }> = [];
  const keep = <Service extends { stop: () => Promise<void> }>(service: Service) => {
    started.push(service);
    return service;
  };
  const stop = async () => {
    const [supabase, ...others] = started.splice(0);
    await Promise.all([supabase?.stop(), within(700, Promise.all(others.map((service) => service.stop())))]);
  };

  try {
    const supabase = keep(
      await startSupabase({
        dataDir,
        ports,
        siteUrl,
        configFile: shopConfig,
        migrations: shopFolders.migrations,
        keys: {
          publishable: secrets.publishableKey,
          secret: secrets.secretKey,
          jwt: secrets.jwt,
          databasePassword: secrets.databasePassword,
        },
        durable,
        withFaults,
        withGoogle,
        onProgress,
      }),
    );
    const { databaseUrl } = supabase;
    onProgress('Starting the mailbox');
    const mailbox = keep(
      await startMailbox({ smtpPort: ports.smtp, webPort: ports.mailbox, dataDir: join(dataDir, 'mail') }),
    );

    const storage = createClient(supabase.url, secrets.secretKey, { auth: { persistSession: false } }).storage;
    const fill = withGoods ? seed : async () => {};
    await fill({
      databaseUrl,
      onProgress,
      storage: async (bucket, path, body, contentType) => {
        const { error } = await storage.from(bucket).upload(path, body, { contentType });
        // An interrupted start may have stored it already.
        if (error && error.message !== 'The resource already exists')
          throw new Error(`could not store ${bucket}/${path}: ${error.message}`);
      },
    });

    if (withGoods && withHistory) {
      await fillHistory(databaseUrl, { onBegin: () => onProgress('Living through the last 90 days (once)') });
    }

    onProgress('Starting the payment simulator');
    const payments = keep(
      await startPayments({
        port: ports.payments,
        dataDir: join(dataDir, 'payments'),
        shopWebhookUrls: { stripe: `${siteUrl}/api/webhooks/stripe`, paypal: `${siteUrl}/api/webhooks/paypal` },
        stripeSecretKey: secrets.stripeSecretKey,
        stripeWebhookSecret: secrets.stripeWebhookSecret,
        paypalClientId: secrets.paypalClientId,
        paypalClientSecret: secrets.paypalClientSecret,
        paypalWebhookId: secrets.paypalWebhookId,
        merchantName: 'UnStore',
      }),
    );
    if (withGoods && withHistory) await importPastPayments(databaseUrl, payments.url);

    return {
      databaseUrl,
      mailboxUrl: mailbox.url,
      crashDatabase: supabase.crashDatabase,
      isDatabaseRunning: supabase.isDatabaseRunning,
      stop,
      env: {
        STORE_MODE: 'local',
        ADDRESS_LIMIT_FACTOR: '1000',
        SITE_URL: siteUrl,
        SUPABASE_URL: supabase.url,
        SUPABASE_PUBLISHABLE_KEY: secrets.publishableKey,
        SUPABASE_SECRET_KEY: secrets.secretKey,
        STRIPE_SECRET_KEY: secrets.stripeSecretKey,
        STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
        STRIPE_API_URL: payments.url,
        PAYPAL_CLIENT_ID: secrets.paypalClientId,
        PAYPAL_CLIENT_SECRET: secrets.paypalClientSecret,
        PAYPAL_WEBHOOK_ID: secrets.paypalWebhookId,
        PAYPAL_API_URL: payments.url,
        SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
        LOCAL_MAILBOX_URL: mailbox.url,
        CRON_SECRET: secrets.cron,
        NEXT_TELEMETRY_DISABLED: '1',
        // Next.js reads variables that are not set from `.env`, where they may be those of a production shop.
        REDIS_URL: '',
        CLAMD_URL: '',
        OTEL_EXPORTER_OTLP_ENDPOINT: '',
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

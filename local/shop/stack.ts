import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { startApi } from '@unstore/local-supabase';
import { migrate, prepareCluster, preparePlatform, startDatabase } from '@unstore/local-supabase/database';
import { startPayments } from '@unstore/payment-simulator';
import { within } from '@unstore/processes';
import { fillHistory } from '../../supabase/seed/history/index.ts';
import { seed } from '../../supabase/seed/seed.ts';
import { startMailbox } from './mailbox.ts';
import { importPastPayments } from './past-payments.ts';
import { loadSecrets } from './secrets.ts';

export type Ports = { shop: number; api: number; database: number; payments: number; mailbox: number; smtp: number };

const paintedArt = join(import.meta.dirname, '../../.data/artwork');

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
  /** Cache of generated pictures for the next start. */
  artDir?: string;
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
  const { dataDir, ports, artDir = paintedArt, durable = true, withGoods = true, withHistory = false } = options;
  const { withFaults = false, withGoogle = false } = options;
  const { onProgress = () => {} } = options;
  const secrets = await loadSecrets(dataDir);
  const siteUrl = `http://localhost:${ports.shop}`;
  const started: Array<{ stop: () => Promise<void> }> = [];
  const keep = <Service extends { stop: () => Promise<void> }>(service: Service) => {
    started.unshift(service);
    return service;
  };
  /** Stops the database last, because the others may still write to it. */
  const stop = async () => {
    const [database, ...others] = started.splice(0).reverse();
    await within(700, Promise.all(others.map((service) => service.stop())));
    await database?.stop();
  };

  try {
    onProgress('Starting PostgreSQL');
    const database = keep(
      await startDatabase({
        dataDir: join(dataDir, 'database'),
        port: ports.database,
        password: secrets.databasePassword,
        durable,
      }),
    );
    await prepareCluster(database.url);
    await preparePlatform(database.url);
    onProgress('Starting the mailbox and the API');
    const mailbox = keep(
      await startMailbox({ smtpPort: ports.smtp, webPort: ports.mailbox, dataDir: join(dataDir, 'mail') }),
    );
    const startOwnApi = () =>
      startApi({
        databaseUrl: database.url,
        storageDir: join(dataDir, 'storage'),
        port: ports.api,
        siteUrl,
        keys: { publishable: secrets.publishableKey, secret: secrets.secretKey, jwt: secrets.jwt },
        withFaults,
        withGoogle,
      });
    let api = await startOwnApi();
    keep({ stop: () => api.stop() });
    /** Restarts the API, too: the hosted one reconnects to its database, this one keeps dead connections. */
    const crashDatabase = async () => {
      await database.crash();
      await api.stop();
      api = await startOwnApi();
    };
    onProgress('Migrating the database');
    await migrate(database.url);

    const storage = createClient(api.url, secrets.secretKey, { auth: { persistSession: false } }).storage;
    const fill = withGoods ? seed : async () => {};
    await fill({
      databaseUrl: database.url,
      artDir,
      onProgress,
      storage: async (bucket, path, body, contentType) => {
        const { error } = await storage.from(bucket).upload(path, body, { contentType });
        // An interrupted start may have stored it already.
        if (error && error.message !== 'The resource already exists')
          throw new Error(`could not store ${bucket}/${path}: ${error.message}`);
      },
    });

    if (withGoods && withHistory) {
      await fillHistory(database.url, { onBegin: () => onProgress('Living through the last 90 days (once)') });
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
    if (withGoods && withHistory) await importPastPayments(database.url, payments.url);

    return {
      databaseUrl: database.url,
      mailboxUrl: mailbox.url,
      crashDatabase,
      isDatabaseRunning: database.isRunning,
      stop,
      env: {
        STORE_MODE: 'local',
        ADDRESS_LIMIT_FACTOR: '1000',
        SITE_URL: siteUrl,
        SUPABASE_URL: api.url,
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
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

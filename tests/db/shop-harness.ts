import { createHmac } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { startApi } from '@unstore/local-supabase';
import { startEverything } from '@unstore/payment-simulator/testing';
import { findAnyPorts } from '@unstore/processes';
import { afterAll } from 'vitest';
import type { Database } from '@/lib/core/supabase/database.types';
import { shopConfig } from '../../local/project.ts';
import { loadSecrets } from '../../local/shop/secrets.ts';
import { stubShop } from '../unit/payments/simulator.ts';
import { openDatabase } from './harness.ts';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An access token of a person who has shown their second factor, as Auth hands it out. */
function signToken(secret: string, user: string): string {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = { sub: user, role: 'authenticated', aud: 'authenticated', aal: 'aal2', exp };
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/**
 * Starts the real dependencies of the shop's code: a database of this test file, the API and the payment simulator.
 * Modules imported afterwards find them in the environment.
 */
export async function openShop() {
  const db = await openDatabase({ connections: 10 });
  const payments = await startEverything();
  const secrets = await loadSecrets(payments.dataDir);
  const ports = await findAnyPorts('api');
  const api = await startApi({
    databaseUrl: db.url,
    storageDir: payments.dataDir,
    port: ports.api,
    siteUrl: 'http://localhost:1',
    configFile: shopConfig,
    keys: { publishable: secrets.publishableKey, secret: secrets.secretKey, jwt: secrets.jwt },
  });
  afterAll(async () => {
    await api.stop();
    await payments.stop();
  });
  stubShop(payments.url, { url: api.url, publishableKey: secrets.publishableKey, secretKey: secrets.secretKey });
  return {
    db,
    payments,
    /** Session cookie of this person. */
    tokenOf: (user: string) => signToken(secrets.jwt, user),
    /** The client of a request of this person. */
    clientOf: (user: string) =>
      createClient<Database>(api.url, secrets.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { headers: { Authorization: `Bearer ${signToken(secrets.jwt, user)}` } },
      }),
  };
}

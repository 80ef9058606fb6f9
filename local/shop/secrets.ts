import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { generateKeys, readOrCreate } from '@unstore/local-supabase';

const random = () => randomBytes(24).toString('base64url');

async function createSecrets() {
  const { databasePassword, jwt, publishable, secret } = await generateKeys();
  return {
    databasePassword,
    jwt,
    publishableKey: publishable,
    secretKey: secret,
    stripeSecretKey: `sk_test_${random()}`,
    stripeWebhookSecret: `whsec_${random()}`,
    paypalClientId: `local-${random()}`,
    paypalClientSecret: random(),
    paypalWebhookId: random(),
    cron: random(),
  };
}

export type Secrets = Awaited<ReturnType<typeof createSecrets>>;

/** Reads the secrets of a data folder, generated on the first start. They never leave the machine. */
export const loadSecrets = (dataDir: string): Promise<Secrets> =>
  readOrCreate(join(dataDir, 'secrets.json'), createSecrets);

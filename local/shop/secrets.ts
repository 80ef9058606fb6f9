import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKeys } from '@unstore/local-supabase';

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
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  const saved = await readFile(file, 'utf8').catch(() => undefined);
  if (saved) return JSON.parse(saved);
  const secrets = await createSecrets();
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

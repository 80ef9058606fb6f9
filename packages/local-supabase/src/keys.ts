import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generateApiKey } from '@supabase/lite';

/** The API keys, the secret that signs sessions, and the password of every role of the database. */
export type Keys = { publishable: string; secret: string; jwt: string; databasePassword: string };

const random = () => randomBytes(24).toString('base64url');

/** New keys in the format of hosted ones. */
export async function generateKeys(): Promise<Keys> {
  return {
    publishable: (await generateApiKey('publishable')).key,
    secret: (await generateApiKey('secret')).key,
    jwt: random() + random(),
    databasePassword: random(),
  };
}

/** Reads secrets from a file that only its owner can read, created on the first start. */
export async function readOrCreate<Secrets>(file: string, create: () => Promise<Secrets>): Promise<Secrets> {
  const saved = await readFile(file, 'utf8').catch(() => undefined);
  if (saved) return JSON.parse(saved);
  const secrets = await create();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

/** Reads the keys of a data folder, generated on the first start. */
export const loadKeys = (dataDir: string): Promise<Keys> => readOrCreate(join(dataDir, 'keys.json'), generateKeys);

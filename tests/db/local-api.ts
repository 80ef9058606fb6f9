import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from '@unstore/local-supabase';
import { findAnyPorts } from '@unstore/processes';
import { afterAll } from 'vitest';
import { shopConfig } from '../../local/project.ts';
import { startMailbox } from '../../local/shop/mailbox.ts';
import { loadSecrets } from '../../local/shop/secrets.ts';

/** The shop's address in Auth's settings. */
export const localSite = 'http://localhost';

/**
 * REST, Auth and Storage of this test file alone, in front of its database, with a mailbox. They
 * end with the file.
 */
export async function startLocalApi(
  databaseUrl: string,
  options: { addressLimits?: boolean; withGoogle?: boolean } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'unstore-api-'));
  const secrets = await loadSecrets(folder);
  const ports = await findAnyPorts('api', 'smtp', 'web');
  const mailbox = await startMailbox({ smtpPort: ports.smtp, webPort: ports.web, dataDir: join(folder, 'mail') });
  const api = await startApi({
    databaseUrl,
    storageDir: folder,
    port: ports.api,
    siteUrl: localSite,
    configFile: shopConfig,
    keys: { publishable: secrets.publishableKey, secret: secrets.secretKey, jwt: secrets.jwt },
    ...options,
  });
  afterAll(async () => {
    await api.stop();
    await mailbox.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return { api, secrets, mailboxUrl: mailbox.url, smtpUrl: `smtp://127.0.0.1:${ports.smtp}` };
}

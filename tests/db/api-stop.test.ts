/** @module-tag nightly */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startApi } from '@unstore/local-supabase';
import { findAnyPorts } from '@unstore/processes';
import { expect, test } from 'vitest';
import { shopConfig } from '../../local/project.ts';
import { loadSecrets } from '../../local/shop/secrets.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();

test('stopping the API during requests leaves no unhandled rejection', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unstore-api-'));
  const { publishableKey: publishable, secretKey: secret, jwt } = await loadSecrets(folder);
  const failures: unknown[] = [];
  const note = (problem: unknown) => void failures.push(problem);
  process.on('unhandledRejection', note);
  try {
    for (let milliseconds = 0; milliseconds < 30; milliseconds += 3) {
      const { api: port } = await findAnyPorts('api');
      const keys = { publishable, secret, jwt };
      const options = {
        databaseUrl: db.url,
        storageDir: folder,
        port,
        siteUrl: 'http://localhost',
        configFile: shopConfig,
        keys,
      };
      const api = await startApi(options);
      const ask = async () => {
        const headers = { apikey: publishable };
        await fetch(`${api.url}/rest/v1/productos?select=id`, { headers }).then((answer) => answer.text());
      };
      await ask();
      // Each needs a connection of its own, and most of them open one.
      const asked = Promise.allSettled(Array.from({ length: 12 }, ask));
      await wait(milliseconds);
      await api.stop();
      await asked;
    }
  } finally {
    process.off('unhandledRejection', note);
    await rm(folder, { recursive: true, force: true });
  }
  expect(failures).toEqual([]);
}, 60_000);

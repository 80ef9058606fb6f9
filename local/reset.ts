import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { claimDataDir } from './process/lock.ts';

const dataDir = process.env.UNSTORE_DATA ?? join(import.meta.dirname, '../.data/shop');

try {
  await claimDataDir(dataDir);
  await rm(dataDir, { recursive: true, force: true });
  console.log('  The data of the shop is gone; `npm start` seeds it afresh.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

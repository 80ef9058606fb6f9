import { rm } from 'node:fs/promises';
import { shopDataDir } from './data-dir.ts';
import { claimDataDir } from './process/lock.ts';

try {
  await claimDataDir(shopDataDir);
  await rm(shopDataDir, { recursive: true, force: true });
  console.log('  The data of the shop is gone; `npm start` seeds it afresh.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

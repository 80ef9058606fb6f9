import { join } from 'node:path';

/** Data folder of the local shop. */
export const shopDataDir = join(import.meta.dirname, '../.data/shop');

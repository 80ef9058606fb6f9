import 'server-only';
import { recently } from '@/lib/core/cache/recent';
import { readShopStatus } from './server';
import type { ShopStatus } from './types';

const open: ShopStatus = { closed: false, down: false };

const readSwitches = recently(readShopStatus, { fresh: 3_000, stale: 5_000, patience: 250 });

/**
 * The switches of the shop, at most five seconds old while the database answers. Each server reads them at most every
 * three seconds, however many visitors there are. While it does not answer they stay as they were, and a server that
 * never knew them is open.
 */
export const getShopStatus = async (): Promise<ShopStatus> => (await readSwitches()) ?? open;

/** Whether the shop is closed for maintenance. */
export const isClosed = async (): Promise<boolean> => (await getShopStatus()).closed;

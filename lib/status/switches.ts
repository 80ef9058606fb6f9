import 'server-only';
import { recently } from '@/lib/core/cache/recent';
import { readShopStatus } from './server';
import type { ShopStatus } from './types';

const open: ShopStatus = { closed: false, down: false };

const readSwitches = recently(readShopStatus, { fresh: 3_000, patience: 250 });

/**
 * The settings of the shop, at most five seconds old while the database answers. Each server reads them every three
 * seconds at most. Without an answer the last settings stay; a server that never read them counts as open.
 */
export const getShopStatus = async (): Promise<ShopStatus> => (await readSwitches()) ?? open;

/** True if the shop is in maintenance mode. */
export const isClosed = async (): Promise<boolean> => (await getShopStatus()).closed;

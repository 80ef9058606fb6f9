import 'server-only';
import { readShopStatus } from './server';
import type { ShopStatus } from './types';

const refreshMs = 3_000;
/** Where a timer may sleep between requests, as on a serverless host, what is older is asked for again. */
const staleMs = 5_000;

let known: ShopStatus = { closed: false, down: false };
let knownSince = 0;
let asking: Promise<void> | undefined;
let isTicking = false;

async function ask(): Promise<void> {
  try {
    known = (await readShopStatus()) ?? known;
  } finally {
    knownSince = Date.now();
    asking = undefined;
  }
}

async function refresh(): Promise<void> {
  asking ??= ask();
  await asking;
}

function tick(): void {
  isTicking = true;
  const timer = setTimeout(() => void refresh().finally(tick), refreshMs);
  // Node waits for its timers before it ends; on the edge a timer is a number.
  if (typeof timer === 'object') timer.unref();
}

/**
 * The switches of the shop, at most five seconds old. This process asks for them every three seconds, whoever
 * comes: a visitor who waits in an open tab costs the database nothing.
 */
export async function getShopStatus(): Promise<ShopStatus> {
  if (!isTicking) tick();
  if (Date.now() - knownSince > staleMs) await refresh();
  return known;
}

/** Whether the shop is closed for maintenance. */
export const isClosed = async (): Promise<boolean> => (await getShopStatus()).closed;

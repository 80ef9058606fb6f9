import 'server-only';
import { readShopStatus } from './server';
import type { ShopStatus } from './types';

const refreshMs = 3_000;
/**
 * On a host where timers may sleep between requests, such as a serverless one, values older than this are read again.
 */
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
  setTimeout(() => void refresh().finally(tick), refreshMs).unref();
}

/**
 * The switches of the shop, at most five seconds old. This process reads them every three seconds, however many
 * visitors there are, so that open tabs cost the database nothing.
 */
export async function getShopStatus(): Promise<ShopStatus> {
  if (!isTicking) tick();
  if (Date.now() - knownSince > staleMs) await refresh();
  return known;
}

/** Whether the shop is closed for maintenance. */
export const isClosed = async (): Promise<boolean> => (await getShopStatus()).closed;

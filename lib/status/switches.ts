import 'server-only';
import { readShopStatus } from './server';
import type { ShopStatus } from './types';

const refreshMs = 3_000;
/**
 * On a host where timers may sleep between requests, such as a serverless one, values older than this are read again.
 */
const staleMs = 5_000;
/** Who asked longer ago than this may have ended without an answer. */
const patienceMs = 2_000;

// Values only, no promise: on an edge host a promise ends with the request that made it, and others would wait for ever.
let known: ShopStatus = { closed: false, down: false };
let knownSince = 0;
let askedSince = 0;
let isTicking = false;

/** While one asks, others go on with what is known; before anything is known, everybody asks. */
async function refresh(): Promise<void> {
  if (knownSince && Date.now() - askedSince < patienceMs) return;
  askedSince = Date.now();
  try {
    known = (await readShopStatus()) ?? known;
  } finally {
    knownSince = Date.now();
    askedSince = 0;
  }
}

function tick(): void {
  isTicking = true;
  const timer = setTimeout(() => void refresh().finally(tick), refreshMs);
  // Node waits for its timers before it ends; on the edge a timer is a number.
  if (typeof timer === 'object') timer.unref();
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

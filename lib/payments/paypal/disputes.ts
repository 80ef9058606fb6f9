import 'server-only';
import { z } from 'zod';
import { log } from '@/lib/core/log';
import { findCapturedOrder } from './captures';
import { callPayPal, PayPalError } from './client';
import { type PayPalDispute, payPalDispute } from './reversal-facts';

const page = z.object({
  items: z.array(z.object({ dispute_id: z.string() })).optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
});

const mostPages = 100;

async function readPages(filter: Record<string, string>): Promise<string[]> {
  const found: string[] = [];
  let query = new URLSearchParams({ ...filter, page_size: '50' });
  for (let read = 0; read < mostPages; read += 1) {
    const answer = page.parse(await callPayPal({ method: 'GET', path: `/v1/customer/disputes?${query}` }));
    found.push(...(answer.items ?? []).map(({ dispute_id }) => dispute_id));
    const next = answer.links?.find(({ rel }) => rel === 'next');
    if (!next) break;
    query = new URL(next.href).searchParams;
  }
  return found;
}

/** Logs an error and continues if this app has no permission to read disputes. */
async function ifAllowed<Read, Otherwise>(read: Promise<Read>, otherwise: Otherwise): Promise<Read | Otherwise> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof PayPalError && error.status === 403)) throw error;
    log.error({ issue: error.issue }, 'PayPal does not let this app read disputes: enable the feature for it');
    return otherwise;
  }
}

const listDisputes = (filter: Record<string, string>): Promise<string[]> => ifAllowed(readPages(filter), []);

/** A dispute with all details; lists omit its outcome. */
const findDispute = async (id: string): Promise<PayPalDispute> =>
  payPalDispute.parse(await callPayPal({ method: 'GET', path: `/v1/customer/disputes/${encodeURIComponent(id)}` }));

/**
 * The dispute of an event; null if this app has no permission to read it, because PayPal would repeat the event in
 * vain. With the permission, `disputedOrders` finds recent changes.
 */
export const findNamedDispute = (id: string): Promise<PayPalDispute | null> => ifAllowed(findDispute(id), null);

/** All disputes of a capture in their current state. */
export async function disputesOf(captureId: string): Promise<PayPalDispute[]> {
  const ids = await listDisputes({ disputed_transaction_id: captureId });
  return Promise.all(ids.map(findDispute));
}

/** The orders of a dispute; none for a charge made elsewhere. */
export async function ordersOf(dispute: PayPalDispute): Promise<string[]> {
  const captures = dispute.disputed_transactions.flatMap(({ seller_transaction_id: id }) => (id ? [id] : []));
  const orders = await Promise.all(captures.map(findCapturedOrder));
  return orders.flatMap((order) => (order ? [order.orderId] : []));
}

/** The orders whose disputes changed since a time, without duplicates. */
export async function disputedOrders(since: Date): Promise<string[]> {
  const orders = new Set<string>();
  for (const id of await listDisputes({ update_time_after: since.toISOString() })) {
    for (const order of await ordersOf(await findDispute(id))) orders.add(order);
  }
  return [...orders];
}

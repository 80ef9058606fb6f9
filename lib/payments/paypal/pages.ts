import 'server-only';
import type { OpenedPage, PageEnd, PageOrder } from '../provider';
import { lookUpPayPal } from './look-up';
import { approvalUrl, createPayPalOrder, findPayPalOrder } from './orders';

/** Opens PayPal's page for a payment. */
export async function openPayPalPage(page: PageOrder): Promise<OpenedPage> {
  const { paymentId, totalCents, name, locale, siteUrl, cancelUrl } = page;
  const returnUrl = `${siteUrl}/paypal-success`;
  const order = await createPayPalOrder({ paymentId, totalCents, name, locale, returnUrl, cancelUrl });
  return { reference: order.id, url: approvalUrl(order) };
}

/** The page of an order that is not approved yet, or the state of the payment. An approved order is captured. */
export async function findPayPalPage(payment: { id: string; reference: string }): Promise<{ url: string } | PageEnd> {
  const { id, reference } = payment;
  const order = await findPayPalOrder(reference);
  const url = order && order.status !== 'APPROVED' ? approvalUrl(order) : null;
  if (url) return { url };
  const answer = order ? await lookUpPayPal(reference) : 'unknown';
  if (typeof answer !== 'string') return answer;
  if (answer === 'processing') return 'pending';
  // PayPal deleted the order: it was not approved in time, and nothing was charged.
  return answer === 'unknown'
    ? { kind: 'closed', state: 'caducado', provider: 'paypal', reference, paymentId: id }
    : null;
}

/**
 * Ends the payment of an order. PayPal cannot close an order; if the buyer approves it later, it is captured only if
 * the goods are still available.
 */
export const closePayPalPage = async (reference: string): Promise<PageEnd> => ({
  kind: 'closed',
  state: 'caducado',
  provider: 'paypal',
  reference,
  paymentId: null,
});

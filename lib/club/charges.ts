import 'server-only';
import type Stripe from 'stripe';
import { isMissing, stripe } from '@/lib/payments/stripe/client';
import { idOf } from '@/lib/payments/stripe/id-of';
import { type ClubCharge, clubChargeOf } from './charge';

/** The charge that paid an invoice. Since 2025 the API returns it in the invoice's payments. */
async function findCharge(invoice: string): Promise<Stripe.Charge | null> {
  const { data } = await stripe().invoicePayments.list({
    invoice,
    status: 'paid',
    expand: ['data.payment.payment_intent.latest_charge'],
    limit: 10,
  });
  for (const { payment } of data) {
    const { payment_intent: intent, charge } = payment;
    const paid = typeof intent === 'object' ? intent.latest_charge : charge;
    if (paid) return typeof paid === 'string' ? stripe().charges.retrieve(paid) : paid;
  }
  return null;
}

/** True if the money for an invoice is on its way by a slow method: attempted, not failed. */
async function isOnItsWay(invoice: string): Promise<boolean> {
  const { data } = await stripe().invoicePayments.list({
    invoice,
    status: 'open',
    expand: ['data.payment.payment_intent'],
    limit: 10,
  });
  return data.some(
    ({ payment: { payment_intent: intent } }) => typeof intent === 'object' && intent.status === 'processing',
  );
}

async function readCharge(invoice: Stripe.Invoice): Promise<ClubCharge | null> {
  if (invoice.status === 'open' && invoice.attempted && invoice.id && (await isOnItsWay(invoice.id))) return null;
  const charge = invoice.status === 'paid' && invoice.id ? await findCharge(invoice.id) : null;
  const disputes = charge?.disputed ? (await stripe().disputes.list({ charge: charge.id, limit: 100 })).data : [];
  return clubChargeOf(invoice, charge, disputes);
}

/**
 * Reads the charges of a subscription from Stripe: the two newest invoices always, others only until they are settled.
 *
 * @param settled settled invoices
 * @param named an invoice that an event is about
 * @throws if Stripe does not answer
 */
export async function readClubCharges(
  subscription: string,
  settled: readonly string[],
  named: string | undefined,
): Promise<ClubCharge[]> {
  const invoices = await stripe().invoices.list({ subscription, limit: 100 }).autoPagingToArray({ limit: 1000 });
  const charges: ClubCharge[] = [];
  for (const [index, invoice] of invoices.entries()) {
    if (index > 1 && invoice.id !== named && settled.includes(invoice.id ?? '')) continue;
    const charge = await readCharge(invoice);
    if (charge) charges.push(charge);
  }
  return charges;
}

/** The subscription invoice that a payment intent paid; null for a sale or a charge made elsewhere. */
export async function findInvoiceOfIntent(intent: string): Promise<{ invoice: string; subscription: string } | null> {
  const { data } = await stripe().invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
    limit: 1,
  });
  const [payment] = data;
  if (!payment) return null;
  const invoice = idOf(payment.invoice);
  if (!invoice) return null;
  try {
    const { parent } = await stripe().invoices.retrieve(invoice);
    const subscription = idOf(parent?.subscription_details?.subscription);
    return subscription ? { invoice, subscription } : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

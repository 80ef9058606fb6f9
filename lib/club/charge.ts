import type Stripe from 'stripe';
import { idOf } from '@/lib/payments/stripe/id-of';
import { type DisputeStanding, disputePhase, lostCents } from '@/lib/payments/stripe/reversal-facts';
import type { ChargeState, ClubPlan } from './index';

/** A Club charge. `creditCents`: credit for unused time; `returnedCents`: refunds, and lost disputes. */
export type ClubCharge = {
  invoice: string;
  intent: string | null;
  charge: string | null;
  plan: ClubPlan;
  from: Date;
  until: Date;
  cents: number;
  creditCents: number;
  currency: string;
  state: ChargeState;
  returnedCents: number;
  isLost: boolean;
  paidAt: Date | null;
};

type InvoiceFacts = Pick<
  Stripe.Invoice,
  'id' | 'status' | 'attempted' | 'amount_due' | 'amount_paid' | 'currency' | 'created' | 'status_transitions'
> & {
  billing_reason?: Stripe.Invoice['billing_reason'];
  lines: { data: (Pick<Stripe.InvoiceLineItem, 'period' | 'parent'> & { amount?: number })[] };
};
type ChargeFacts = Pick<Stripe.Charge, 'id' | 'amount_refunded' | 'payment_intent'>;
type DisputeFacts = DisputeStanding & Pick<Stripe.Dispute, 'amount'>;

/** The period of an invoice: that of the membership, not of the proration after a change of plan. */
function periodOf({ lines }: InvoiceFacts): { from: Date; until: Date } | null {
  const ofPeriod = lines.data.filter(({ parent }) => parent?.subscription_item_details?.proration === false);
  const [line] = ofPeriod.toSorted((one, other) => other.period.end - one.period.end);
  if (!line || line.period.end <= line.period.start) return null;
  return { from: new Date(line.period.start * 1000), until: new Date(line.period.end * 1000) };
}

/** The credit for the unused time of the previous plan, in cents; at most the price minus the payment. */
function creditOf({ lines }: InvoiceFacts, cents: number): number {
  const sum = (isProration: boolean) =>
    lines.data
      .filter(({ parent }) => (parent?.subscription_item_details?.proration ?? false) === isProration)
      .reduce((total, { amount = 0 }) => total + amount, 0);
  return Math.max(0, Math.min(-sum(true), sum(false) - cents));
}

/** The plan of a period. The period decides, because the plan of a subscription changes. */
const planOf = ({ from, until }: { from: Date; until: Date }): ClubPlan =>
  until.getTime() - from.getTime() > 45 * 86_400_000 ? 'yearly' : 'monthly';

function stateOf(cents: number, returned: number, disputes: DisputeFacts[]): ChargeState {
  if (cents > 0 && returned >= cents) return 'reembolsado';
  if (disputes.some((dispute) => disputePhase(dispute) === 'abierta')) return 'en_disputa';
  return returned > 0 ? 'parcial' : 'pagado';
}

/**
 * Converts an invoice of a subscription to a charge; null before the first attempt to collect it. An unpaid change of
 * plan has no effect, and is not a charge.
 *
 * @param charge that paid it; null if none did, as for an invoice of zero
 * @param disputes of that charge
 */
export function clubChargeOf(
  invoice: InvoiceFacts,
  charge: ChargeFacts | null,
  disputes: DisputeFacts[],
): ClubCharge | null {
  const period = periodOf(invoice);
  if (!period || !invoice.id) return null;
  const known = { invoice: invoice.id, plan: planOf(period), ...period, currency: invoice.currency };
  if (invoice.status !== 'paid') {
    if (!invoice.attempted || invoice.status === 'draft' || invoice.billing_reason === 'subscription_update')
      return null;
    const tried = { intent: null, charge: null, returnedCents: 0, isLost: false, paidAt: null };
    return { ...known, ...tried, cents: invoice.amount_due, creditCents: 0, state: 'fallido' };
  }
  const cents = invoice.amount_paid;
  const lost = disputes
    .filter((dispute) => disputePhase(dispute) === 'perdida')
    .reduce((sum, { amount }) => sum + amount, 0);
  const refunded = charge?.amount_refunded ?? 0;
  const returnedCents = Math.min(cents, refunded + lostCents(cents - refunded, lost));
  return {
    ...known,
    intent: idOf(charge?.payment_intent),
    charge: charge?.id ?? null,
    cents,
    creditCents: creditOf(invoice, cents),
    state: stateOf(cents, returnedCents, disputes),
    returnedCents,
    isLost: lost > 0,
    paidAt: new Date((invoice.status_transitions.paid_at ?? invoice.created) * 1000),
  };
}

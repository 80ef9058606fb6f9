import type { QuoteLine } from '@/lib/checkout/types';
import type { Method } from '@/lib/payments/methods';
import type { DisputePhase, RefundState } from '@/lib/payments/states';
import type { TimelineFacts } from './timeline';

export type PaymentSummary = {
  id: string;
  name: string;
  edition: string | null;
  totalCents: number;
  state: TimelineFacts['state'];
  /** Whether it waits for money that a slow method has sent. */
  isOnItsWay: boolean;
  createdAt: string;
};

export type PaymentRefund = {
  id: string;
  state: RefundState;
  cents: number;
  /** Null if it was made at the provider without a reason. */
  reason: string | null;
  /** The provider's own words, for admins. */
  problem: string | null;
  askedAt: string;
  /** When the provider made it; until that is known, when it was ordered here. */
  madeAt: string;
  /** When its present state began. */
  at: string;
};

export type PaymentDispute = {
  id: string;
  phase: DisputePhase;
  cents: number;
  reason: string | null;
  openedAt: string;
  dueAt: string | null;
};

export type PaymentDetail = PaymentSummary &
  Omit<TimelineFacts, 'refunds'> & {
    method: Method;
    reference: string | null;
    lines: QuoteLine[];
    lowestCents: number | null;
    isRecharge: boolean;
    /** Whom it is a gift for. */
    recipient: string | null;
    /** Null for a pack of UnCoins, and for a gift: its recipient says it. */
    minecraftName: string | null;
    /** When the buyer agreed to be delivered at once; null where that was not asked. */
    agreedAt: string | null;
    orderIds: string[];
    /** Every refund, ordered here or made at the provider, oldest first. */
    refunds: PaymentRefund[];
    disputes: PaymentDispute[];
    /** The credit notes of its invoice and the documents that cancel them, by number. */
    creditNotes: { id: string; number: string; undoes: boolean }[];
    /** Cents, or coins, that may still be given back. */
    refundableCents: number;
    /** Why it was not delivered; the money is refunded. */
    reason: string | null;
  };

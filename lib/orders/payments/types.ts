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
  /**
   * The state for its buyer: `en_camino` while a delayed payment is pending, `devolviendo` if it is paid but
   * undeliverable.
   */
  shownState: TimelineFacts['state'] | 'en_camino' | 'devolviendo';
  createdAt: string;
};

export type PaymentRefund = {
  id: string;
  state: RefundState;
  cents: number;
  /** Null if it was made at the provider without a reason. */
  reason: string | null;
  /** The provider's reason, for admins. */
  problem: string | null;
  askedAt: string;
  /** Time of the provider's refund, or of its order. */
  madeAt: string;
  /** Start of the current state. */
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
    /** The recipient of a gift. */
    recipient: string | null;
    /** Null for a pack of UnCoins, and for a gift, whose recipient enters it. */
    minecraftName: string | null;
    /** Time of the consent to immediate delivery; null if it was not needed. */
    agreedAt: string | null;
    orderIds: string[];
    /** Every refund, ordered here or made at the provider, oldest first. */
    refunds: PaymentRefund[];
    disputes: PaymentDispute[];
    /** The credit notes of its invoice and the documents that cancel them, by number. */
    creditNotes: { id: string; number: string; undoes: boolean }[];
    /** Refundable cents or coins. */
    refundableCents: number;
  };

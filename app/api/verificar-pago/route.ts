import { verifyRoute } from '@/lib/payments/verify-route';

/** The state of a card payment: `?session_id=` (docs/payments.md, "Verification"). */
export const GET = verifyRoute('stripe');

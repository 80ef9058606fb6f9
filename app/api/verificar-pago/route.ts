import { sessionId } from '@/lib/payments/stripe/session-id';
import { verifyByRequest } from '@/lib/payments/verify-route';

/** The state of a card payment: `?session_id=` (docs/payments.md, "Verification"). */
export const GET = (request: Request) => verifyByRequest(request, 'stripe', { name: 'session_id', schema: sessionId });

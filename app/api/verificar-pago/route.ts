import { verifyRoute } from '@/lib/payments/verify-route';

/** What has become of a card payment: `?session_id=` (SPEC §7). */
export const GET = verifyRoute('stripe');

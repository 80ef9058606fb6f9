import { verifyRoute } from '@/lib/payments/verify-route';

/** What has become of a PayPal payment, captured when its buyer has approved it: `?order_id=` (SPEC §7). */
export const GET = verifyRoute('paypal');

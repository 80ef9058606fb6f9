import { verifyRoute } from '@/lib/payments/verify-route';

/**
 * The state of a PayPal payment, which is captured if its buyer has approved it: `?order_id=` (docs/payments.md,
 * "Verification").
 */
export const GET = verifyRoute('paypal');

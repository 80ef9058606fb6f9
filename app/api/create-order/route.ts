import { startRoute } from '@/lib/checkout/provider-route';
import { purchaseInput } from '@/lib/checkout/schema';

/**
 * Starts a PayPal payment: returns `{ id, approval_url }`, or `{ error, message }` with the reason's status
 * (docs/behaviour/checkout.md, "Paths that start a payment").
 */
export const POST = startRoute('paypal', purchaseInput);

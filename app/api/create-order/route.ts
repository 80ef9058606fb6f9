import { startRoute } from '@/lib/checkout/provider-route';
import { createOrderBody } from '@/lib/checkout/schema';

/** Starts a PayPal payment (SPEC §7): answers `{ id, approval_url }`, or `{ error, message }` with the reason's status. */
export const POST = startRoute('paypal', createOrderBody);

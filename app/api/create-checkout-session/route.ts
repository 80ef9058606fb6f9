import { startRoute } from '@/lib/checkout/provider-route';
import { checkoutSessionBody } from '@/lib/checkout/schema';

/**
 * Starts a card payment: returns `{ id, url }`, or `{ error, message }` with the reason's status
 * (docs/behaviour/checkout.md, "Paths that start a payment").
 */
export const POST = startRoute('tarjeta', checkoutSessionBody);

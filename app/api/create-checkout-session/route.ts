import { startRoute } from '@/lib/checkout/provider-route';
import { checkoutSessionBody } from '@/lib/checkout/schema';

/** Starts a card payment (SPEC §7): answers `{ id, url }`, or `{ error, message }` with the reason's status. */
export const POST = startRoute('tarjeta', checkoutSessionBody);

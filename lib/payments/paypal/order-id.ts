import { z } from 'zod';

/** The id of an order as it comes back in an address: nothing else becomes a part of a call to PayPal. */
export const orderId = z.string().regex(/^[0-9A-Z]{10,36}$/);

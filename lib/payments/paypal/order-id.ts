import { z } from 'zod';

/** A PayPal order id from an address; other texts never become part of a call to PayPal. */
export const orderId = z.string().regex(/^[0-9A-Z]{10,36}$/);

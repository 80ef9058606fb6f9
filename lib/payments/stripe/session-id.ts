import { z } from 'zod';

/** The id of a Checkout Session in a return address. It is checked before it becomes part of a call to Stripe. */
export const sessionId = z.string().regex(/^cs_[A-Za-z0-9_]{8,200}$/);

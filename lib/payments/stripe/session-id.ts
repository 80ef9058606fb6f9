import { z } from 'zod';

/** The id of a checkout session as it comes back in an address: nothing else becomes a part of a call to Stripe. */
export const sessionId = z.string().regex(/^cs_[A-Za-z0-9_]{8,200}$/);

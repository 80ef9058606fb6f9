import { z } from 'zod';

/** A Checkout Session id from an address, validated before it becomes part of a call. */
export const sessionId = z.string().regex(/^cs_[A-Za-z0-9_]{8,200}$/);

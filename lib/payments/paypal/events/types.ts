import { z } from 'zod';

/** A webhook of PayPal, as far as the shop reads it. */
export const payPalEvent = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.record(z.string(), z.unknown()),
});
export type PayPalEvent = z.output<typeof payPalEvent>;

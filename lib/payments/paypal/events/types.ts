import { z } from 'zod';

/** The fields of a PayPal webhook that the shop reads. */
export const payPalEvent = z.object({
  id: z.string(),
  event_type: z.string(),
  create_time: z.iso.datetime({ offset: true }).optional(),
  resource: z.record(z.string(), z.unknown()),
});
export type PayPalEvent = z.output<typeof payPalEvent>;
